import {
  type AnswerOf,
  compareMappings,
  type RankPairs,
  readMapFile,
  type torusMappings,
} from '@weft/analysis';
import { type Network, textAt } from '@weft/model';
import type { TorusShape } from '@weft/network';

/** A mapping with its figures, as a row of the table. */
export interface MappingRow {
  readonly name: string;
  readonly meanHops: number;
  readonly mostLoaded: number;
  readonly linkBytes: number;
  readonly lost: number;
  readonly best: boolean;
  /** Bytes by dimension. */
  readonly dimensions: readonly number[];
  /** The node of each rank, -1 = none. */
  readonly nodes: Int32Array;
}

type Answer = AnswerOf<typeof torusMappings>;

/** Rows of the answer, the mapping as it is first. */
export function mappingRows({ mappings, dimensions, places }: Answer, shape: TorusShape): MappingRow[] {
  const ranks = mappings.rows > 0 ? places.rows / mappings.rows : 0;
  const each = shape.names.length;
  return Array.from({ length: mappings.rows }, (_, row) => ({
    name: textAt(mappings.columns.name, row) ?? '',
    meanHops: mappings.columns.mean_hops[row],
    mostLoaded: mappings.columns.most_loaded[row],
    linkBytes: mappings.columns.link_bytes[row],
    lost: mappings.columns.lost[row],
    best: mappings.columns.best[row] === 1,
    dimensions: [...dimensions.columns.bytes.subarray(row * each, (row + 1) * each)],
    nodes: places.columns.vertex
      .subarray(row * ranks, (row + 1) * ranks)
      .map((vertex) => (vertex < 0 ? -1 : shape.nodeOf[vertex])),
  }));
}

/** A file of the reader, for the same messages, and what is wrong with it. */
export function rowOfFile(
  { pairs }: Answer,
  ranks: number,
  file: { readonly name: string; readonly text: string },
  network: Network,
  shape: TorusShape,
): { readonly row: MappingRow; readonly notes: readonly string[] } {
  const { nodes, unknown, doubled, missing } = readMapFile(file.text, file.name, shape, network, ranks);
  const sent: RankPairs = { ranks, ...pairs.columns };
  const [{ score }] = compareMappings(shape, sent, [{ name: file.name, nodes }]);
  const notes = [
    ...(unknown > 0 ? [`${unknown} ranks that the job does not have are left out`] : []),
    ...(doubled > 0 ? [`${doubled} ranks come twice, the first line counts`] : []),
    ...(missing > 0 ? [`${missing} ranks are not in it, their messages are left out`] : []),
  ];
  const dimensions = shape.names.map((_, d) => score.byDirection[2 * d] + score.byDirection[2 * d + 1]);
  return { row: { ...score, name: file.name, best: false, dimensions, nodes }, notes };
}

/** `−12.5 %`; empty where nothing changed. */
export function changeOf(value: number, from: number): string {
  if (value === from || from === 0) return '';
  const percent = (100 * (value - from)) / from;
  return `${percent > 0 ? '+' : '−'}${Math.abs(percent).toFixed(1)} %`;
}

/** Whether another mapping is better, in one sentence. */
export function describeBest(rows: readonly MappingRow[]): string {
  const [given] = rows;
  const best = rows.find((row) => row.best);
  if (!best || best === given)
    return 'None of these puts less on its fullest link than the mapping as it is.';
  const saved = changeOf(best.mostLoaded, given.mostLoaded);
  const hops = `${best.meanHops.toFixed(2)} hops on average against ${given.meanHops.toFixed(2)}`;
  return saved
    ? `${best.name} puts ${saved.slice(1)} less on its fullest link than the mapping as it is: ${hops}.`
    : `${best.name} puts as much on its fullest link as the mapping as it is and less on all links: ${hops}.`;
}

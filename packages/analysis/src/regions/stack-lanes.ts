import { batchFromRows, defineTable, streams, type TableFrame, textAt } from '@weft/model';
import type { StackFrame } from './stack-spans.ts';

export const streamColumns = ['rank', 'stream', 'name', 'kind'] as const;

const { rank, stream, name, kind } = streams.columns;

export const lanesTable = defineTable('lanes', 'One row per rank and stream that has spans in the window.', {
  rank,
  stream,
  name: { ...name, optional: true },
  kind: { ...kind, optional: true },
  depths: { kind: 'int32', doc: 'levels of calls' },
});

/** How deep calls go on each stream; names where the streams of a rank have them. */
export function lanesOf(
  { rows, columns }: StackFrame,
  below: TableFrame<'streams', (typeof streamColumns)[number]>,
) {
  const depths = new Map<string, number>();
  for (let row = 0; row < rows; row++) {
    const key = `${columns.rank[row]} ${columns.stream[row]}`;
    depths.set(key, Math.max(depths.get(key) ?? 0, columns.depth[row] + 1));
  }
  const rowOf = new Map<string, number>();
  below.columns.rank.forEach((of, row) => {
    rowOf.set(`${of} ${below.columns.stream[row]}`, row);
  });
  return batchFromRows(
    lanesTable,
    [...depths].map(([key, deepest]) => {
      const [ofRank, ofStream] = key.split(' ').map(Number);
      const at = rowOf.get(key) ?? -1;
      const [text, sort] = [textAt(below.columns.name, at), textAt(below.columns.kind, at)];
      return { rank: ofRank, stream: ofStream, name: text, kind: sort, depths: deepest };
    }),
  );
}

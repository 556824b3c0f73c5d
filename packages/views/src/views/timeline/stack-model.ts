import { type TableFrame, textAt } from '@weft/model';
import { type CounterLane, counterLane } from './counter-lane.ts';
import type { StackFrames } from './timeline-frames.ts';

/** One depth of a thread or stream. */
export interface StackLane {
  readonly stream: number;
  readonly depth: number;
  /** Name of the stream on its first lane; null elsewhere, and where a rank has but one. */
  readonly label: string | null;
  /** Rows of the spans, in order of time. */
  readonly rows: readonly number[];
}

/** All that one rank does. */
export interface RankStack {
  readonly rank: number;
  readonly lanes: readonly StackLane[];
  /** Levels of calls that the limit of depth leaves out. */
  readonly deeper: number;
  readonly counter: CounterLane | null;
  /** There are more spans than are read: levels below are left out until the window is smaller. */
  readonly tooMany: boolean;
  readonly spans: StackFrames['spans']['columns'];
}

export type MetricFacts = TableFrame<'rank_metrics'>;

interface StackChoice {
  /** Levels of calls shown at most; 0 = all. */
  readonly deep: number;
  readonly counter: string;
  readonly metrics: MetricFacts | null;
}

export function rankStacks(frames: StackFrames, ranks: readonly number[], choice: StackChoice): RankStack[] {
  return [...ranks]
    .sort((a, b) => a - b)
    .map((rank) => ({
      rank,
      ...lanesOfRank(frames, rank, choice.deep),
      counter: counterLane(frames.readings, rank, choice),
      tooMany: frames.summary.columns.cut[0] === 1,
      spans: frames.spans.columns,
    }));
}

function lanesOfRank({ lanes, spans }: StackFrames, rank: number, deep: number) {
  const { rank: ranks, stream, depths, name } = lanes.columns;
  const own = Array.from(ranks.keys()).filter((row) => ranks[row] === rank);
  own.sort((a, b) => stream[a] - stream[b]);
  const rows = rowsByLane(spans, rank);
  let deeper = 0;
  const shown = own.flatMap((row) => {
    const levels = deep > 0 ? Math.min(deep, depths[row]) : depths[row];
    deeper = Math.max(deeper, depths[row] - levels);
    const label = own.length > 1 ? (textAt(name, row) ?? `stream ${stream[row]}`) : null;
    return Array.from({ length: levels }, (_, depth) => ({
      stream: stream[row],
      depth,
      label: depth === 0 ? label : null,
      rows: rows.get(`${stream[row]} ${depth}`) ?? [],
    }));
  });
  return { lanes: shown, deeper };
}

function rowsByLane({ rows, columns }: StackFrames['spans'], rank: number): Map<string, number[]> {
  const lanes = new Map<string, number[]>();
  for (let row = 0; row < rows; row++) {
    if (columns.rank[row] !== rank) continue;
    const key = `${columns.stream[row]} ${columns.depth[row]}`;
    const lane = lanes.get(key) ?? [];
    lane.push(row);
    lanes.set(key, lane);
  }
  return lanes;
}

/** Names of the spans around one, outermost first, as far as they are on screen. */
export function stackNames(
  { spans, lanes }: RankStack,
  stream: number,
  depth: number,
  time: number,
): string[] {
  return lanes
    .filter((lane) => lane.stream === stream && lane.depth <= depth)
    .flatMap(({ rows }) => {
      const row = rows.find((at) => spans.enter[at] <= time && spans.exit[at] >= time);
      return row === undefined ? [] : [textAt(spans.call, row) ?? ''];
    });
}

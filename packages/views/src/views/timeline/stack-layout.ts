import { KEY_ROW } from '@weft/draw';
import { textAt } from '@weft/model';
import type { RankStack, StackLane } from './stack-model.ts';

/** A stack below the row of its rank, in pixels. */
export interface PlacedStack extends RankStack {
  readonly laneHeight: number;
  readonly shown: readonly StackLane[];
  /** Levels of calls for which there is no room. */
  readonly cut: number;
  readonly counterHeight: number;
  /** Of the line that tells the colours of regions; 0 where there are none. */
  readonly keyHeight: number;
  readonly height: number;
}

const LANE = 20;
const LEAST_LANE = 8;
const COUNTER = 44;
const PADDING = 5;
/** Share of the plot that stacks may take. */
const SHARE = 0.72;

/** Lanes as high as fit together; where even low ones do not, the deepest are left out. */
export function placeStacks(stacks: readonly RankStack[], room: number): PlacedStack[] {
  const lanes = stacks.reduce((sum, stack) => sum + stack.lanes.length, 0);
  const counters = stacks.filter(({ counter }) => counter).length;
  const keys = stacks.filter(hasRegions).length;
  const left = Math.max(0, room * SHARE - counters * COUNTER - keys * KEY_ROW - stacks.length * PADDING);
  const laneHeight = Math.min(LANE, Math.max(LEAST_LANE, Math.floor(left / Math.max(lanes, 1))));
  const fitting = Math.max(stacks.length, Math.floor(left / laneHeight));
  return stacks.map((stack) => {
    const most = lanes <= fitting ? lanes : Math.max(1, Math.floor((fitting * stack.lanes.length) / lanes));
    const shown = lowest(stack.lanes, most);
    const counterHeight = stack.counter ? COUNTER : 0;
    const keyHeight = hasRegions(stack) ? KEY_ROW : 0;
    return {
      ...stack,
      laneHeight,
      shown,
      cut: stack.lanes.length - shown.length,
      counterHeight,
      keyHeight,
      height: shown.length * laneHeight + counterHeight + keyHeight + PADDING,
    };
  });
}

function hasRegions({ lanes, spans }: RankStack): boolean {
  return lanes.some(({ rows }) => rows.some((row) => textAt(spans.kind, row) !== 'mpi'));
}

/** Outer levels of all streams before inner ones. */
function lowest(lanes: readonly StackLane[], most: number): StackLane[] {
  if (lanes.length <= most) return [...lanes];
  const deepest = [...lanes].sort((a, b) => a.depth - b.depth || a.stream - b.stream).slice(0, most);
  return lanes.filter((lane) => deepest.includes(lane));
}

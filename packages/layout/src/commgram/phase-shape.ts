import { type BarColumn, communityColumn, placesOf } from './bar-column.ts';
import type { Moves, PhaseShape } from './commgram-geometry.ts';
import type { Flows } from './ribbon-ends.ts';

/** A phase in communities: both columns in the same order. `ribbons` name communities. */
export function phaseShape(labels: Int32Array, positions: Int32Array, ribbons: Flows): PhaseShape {
  const column = communityColumn(labels, positions);
  return { left: column, right: column, flows: flowsBetween(column, column, ribbons) };
}

/** The ribbons whose ends are in the columns, by place. */
export function flowsBetween(left: BarColumn, right: BarColumn, ribbons: Flows): Flows {
  const from = placesOf(left);
  const to = placesOf(right);
  const kept = Int32Array.from(ribbons.src.keys()).filter(
    (i) => (from[ribbons.src[i]] ?? -1) >= 0 && (to[ribbons.dst[i]] ?? -1) >= 0,
  );
  return {
    src: kept.map((i) => from[ribbons.src[i]]),
    dst: kept.map((i) => to[ribbons.dst[i]]),
    bytes: Float64Array.from(kept, (i) => ribbons.bytes[i]),
    messages: Float64Array.from(kept, (i) => ribbons.messages[i]),
  };
}

/** How many members each pair of communities of neighbouring phases has in common. */
function communityMoves(
  before: { readonly labels: Int32Array; readonly column: BarColumn },
  after: { readonly labels: Int32Array; readonly column: BarColumn },
): Moves {
  const from = placesOf(before.column);
  const to = placesOf(after.column);
  const width = after.column.ids.length;
  const counts = new Int32Array(before.column.ids.length * width);
  for (let rank = 0; rank < before.labels.length; rank++) {
    const [label, next] = [before.labels[rank], after.labels[rank]];
    if (label >= 0 && next >= 0) counts[from[label] * width + to[next]]++;
  }
  const keys = Int32Array.from(counts.keys()).filter((key) => counts[key] > 0);
  return {
    src: keys.map((key) => Math.floor(key / width)),
    dst: keys.map((key) => key % width),
    members: Float64Array.from(keys, (key) => counts[key]),
  };
}

/** A phase of a CommGram: communities of the ranks, their order, and the traffic between communities. */
export interface PhaseCommunities {
  readonly labels: Int32Array;
  readonly positions: Int32Array;
  readonly ribbons: Flows;
}

/** Beyond this many communities the bands between phases would hide everything. */
const MOST_FOR_MOVES = 64;

export function commgramShapes(phases: readonly PhaseCommunities[]): {
  shapes: PhaseShape[];
  moves: Moves[];
} {
  const shapes = phases.map(({ labels, positions, ribbons }) => phaseShape(labels, positions, ribbons));
  const drawn = shapes.every(({ left }) => left.ids.length <= MOST_FOR_MOVES);
  const moves = drawn
    ? shapes
        .slice(1)
        .map((shape, p) =>
          communityMoves(
            { labels: phases[p].labels, column: shapes[p].right },
            { labels: phases[p + 1].labels, column: shape.left },
          ),
        )
    : [];
  return { shapes, moves };
}

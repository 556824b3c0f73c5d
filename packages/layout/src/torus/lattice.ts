/** Nodes in up to three directions on a flat screen: rows and columns, and layers behind one another. */
export interface Lattice {
  /** Number of each node drawn, the farthest layer first; the first direction counts fastest. */
  readonly cells: Int32Array;
  /** x, y of each of them. */
  readonly places: Float32Array;
  /** Cell and axis of each line: cell * 3 + axis. A line goes on to the next cell along the axis. */
  readonly lines: Int32Array;
  /** x, y of both ends of each line. */
  readonly ends: Float32Array;
  /** 1 = the line closes a ring: a stub at the far edge. */
  readonly wraps: Uint8Array;
  /** Pixels from node to node. */
  readonly pitch: number;
  /** Pixels from a layer to the one behind it. */
  readonly back: readonly [x: number, y: number];
}

export interface LatticeArea {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface LatticeWishes {
  /** Of the distance between nodes, from a layer to the one behind it: right and up. */
  readonly back: readonly [right: number, up: number];
  /** First and last value along each axis; all of them where it is left out. */
  readonly section?: readonly (readonly [first: number, last: number])[];
  readonly largest: number;
  readonly centred?: boolean;
}

/** Of the way to the next node, the stub that closes a ring. */
const STUB = 0.42;

/** One to three sizes; `rings` tells which directions are closed. All nodes have the same distance. */
export function layoutLattice(
  sizes: readonly number[],
  rings: readonly boolean[],
  area: LatticeArea,
  wishes: LatticeWishes,
): Lattice {
  const section = sizes.map((size, axis) => wishes.section?.[axis] ?? ([0, size - 1] as const));
  const [across, down, behind] = [0, 1, 2].map((axis) => {
    const [first, last] = section[axis] ?? [0, 0];
    const stub = sizes[axis] > 1 && last === sizes[axis] - 1 ? STUB : 0;
    return { steps: last - first, reach: last - first + stub };
  });
  const [right, up] = wishes.back;
  const wide = across.reach + Math.abs(right) * behind.reach;
  const high = down.reach + Math.abs(up) * behind.reach;
  const pitch = Math.max(
    0.5,
    Math.min(area.width / Math.max(wide, NODE), area.height / Math.max(high, NODE), wishes.largest),
  );
  const spare = wishes.centred === false ? 0 : 0.5;
  const x = area.x + Math.max(0, -right) * behind.reach * pitch + spare * (area.width - wide * pitch);
  const y = area.y + Math.max(0, up) * behind.reach * pitch + spare * (area.height - high * pitch);
  const vectors = [
    [pitch, 0],
    [0, pitch],
    [right * pitch, -up * pitch],
  ] as const;
  return {
    ...placeCells({ sizes, rings, section, origin: [x, y], vectors }),
    pitch,
    back: [vectors[2][0], vectors[2][1]],
  };
}

/** A single node takes the room of half a step. */
const NODE = 0.5;

interface Placing {
  readonly sizes: readonly number[];
  readonly rings: readonly boolean[];
  readonly section: readonly (readonly [number, number])[];
  readonly origin: readonly [number, number];
  readonly vectors: readonly (readonly [number, number])[];
}

function placeCells({ sizes, rings, section, origin, vectors }: Placing) {
  const cells: number[] = [];
  const places: number[] = [];
  const lines: number[] = [];
  const ends: number[] = [];
  const wraps: number[] = [];
  const spans = [0, 1, 2].map((axis) => section[axis] ?? ([0, 0] as const));
  const strides = [1, sizes[0] ?? 1, (sizes[0] ?? 1) * (sizes[1] ?? 1)];
  for (let k = spans[2][1]; k >= spans[2][0]; k--) {
    for (let j = spans[1][0]; j <= spans[1][1]; j++) {
      for (let i = spans[0][0]; i <= spans[0][1]; i++) {
        const at = [i, j, k];
        const cell = i + j * strides[1] + k * strides[2];
        const [x, y] = [0, 1].map(
          (part) =>
            origin[part] +
            vectors.reduce((sum, vector, axis) => sum + vector[part] * (at[axis] - spans[axis][0]), 0),
        );
        cells.push(cell);
        places.push(x, y);
        sizes.forEach((size, axis) => {
          const closes = at[axis] === size - 1;
          if (size === 1 || (at[axis] === spans[axis][1] && !closes) || (closes && !rings[axis])) return;
          const part = closes ? STUB : 1;
          lines.push(cell * 3 + axis);
          ends.push(x, y, x + vectors[axis][0] * part, y + vectors[axis][1] * part);
          wraps.push(Number(closes));
        });
      }
    }
  }
  return {
    cells: Int32Array.from(cells),
    places: Float32Array.from(places),
    lines: Int32Array.from(lines),
    ends: Float32Array.from(ends),
    wraps: Uint8Array.from(wraps),
  };
}

/** The cell after this one along an axis, round the ring. */
export function nextCell(sizes: readonly number[], cell: number, axis: number): number {
  const stride = sizes.slice(0, axis).reduce((all, size) => all * size, 1);
  const at = Math.floor(cell / stride) % sizes[axis];
  return cell + (((at + 1) % sizes[axis]) - at) * stride;
}

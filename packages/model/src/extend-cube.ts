import { type Cube, lowerBound } from './cube.ts';

/** Steps that are asked for again with those after them: a sweep of the fabric may still be under way when its first rows are there. */
const UNSETTLED_STEPS = 2;

/** The time from which a cube that grows has to be read again; null = all of it. */
export function cubeEnd({ steps, times }: Pick<Cube, 'steps' | 'times'>): number | null {
  return steps > UNSETTLED_STEPS ? times[steps - UNSETTLED_STEPS] : null;
}

/**
 * The cube with the steps of `tail` in place of its own from the first time of the tail on; null where they do not fit.
 * Both may share memory, which grows by doubling, so that a sample costs no more than its own steps.
 */
export function extendCube(cube: Cube, tail: Cube): Cube | null {
  const at = lowerBound(cube.times, tail.times[0]);
  if (cube.times[at] !== tail.times[0] || cube.links !== tail.links) return null;
  const { links, metric } = cube;
  const steps = at + tail.steps;
  const times = withRoom(cube.times, at + 1, steps + 1);
  const sums = withRoom(cube.sums, (at + 1) * links, (steps + 1) * links);
  times.set(tail.times.subarray(1), at + 1);
  for (let row = 1; row <= tail.steps; row++) {
    for (let link = 0; link < links; link++)
      sums[(at + row) * links + link] = sums[at * links + link] + tail.sums[row * links + link];
  }
  return { metric, links, steps, times, sums };
}

/** Memory that has room for more steps behind those of its cube. */
const roomy = new WeakSet<ArrayBufferLike>();

/** An array of this length that starts with the first `kept` values: over the same memory where it has room. */
function withRoom(values: Float64Array, kept: number, length: number): Float64Array {
  const bytes = length * Float64Array.BYTES_PER_ELEMENT;
  if (roomy.has(values.buffer) && bytes <= values.buffer.byteLength)
    return new Float64Array(values.buffer, 0, length);
  const larger = new Float64Array(2 * length);
  roomy.add(larger.buffer);
  larger.set(values.subarray(0, kept));
  return larger.subarray(0, length);
}

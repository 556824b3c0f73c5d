import { type Cube, lowerBound } from './cube.ts';

/** Steps that are asked for again with those after them: a sweep of the fabric may still be under way when its first rows are there. */
const UNSETTLED_STEPS = 2;

/** How many steps a cube that grows may have, and whether its metric is a level, of which merged steps have the mean. */
export interface StepLimit {
  readonly most: number;
  readonly level: boolean;
}

/** The time from which a cube that grows has to be read again; null = all of it. */
export function cubeEnd({ steps, times }: Pick<Cube, 'steps' | 'times'>): number | null {
  return steps > UNSETTLED_STEPS ? times[steps - UNSETTLED_STEPS] : null;
}

/**
 * The cube with the samples of `tail` in place of its own steps from the first time of the tail on; null where they do not fit.
 * Where they would be more than `most` steps, each step becomes twice as long, as often as needed. Both cubes may share
 * memory, which grows by doubling up to the limit, so that a sample costs no more than its own steps.
 */
export function extendCube(cube: Cube, tail: Cube, { most, level }: StepLimit): Cube | null {
  const at = lowerBound(cube.times, tail.times[0]);
  if (cube.times[at] !== tail.times[0] || cube.links !== tail.links) return null;
  const { links, metric } = cube;
  const samples = cube.samplesPerStep ?? 1;
  const total = at * samples + tail.steps;
  const samplesPerStep = widerSteps(samples, total, most);
  const widened = samplesPerStep > samples;
  const kept = widened ? 0 : at;
  const steps = Math.ceil(total / samplesPerStep);
  const times = withRoom(cube.times, kept + 1, steps + 1, most + 1, !widened);
  const sums = withRoom(cube.sums, (kept + 1) * links, (steps + 1) * links, (most + 1) * links, !widened);
  const extended = { metric, links, steps, times, sums, samplesPerStep };
  if (widened) addSteps(extended, cube, { count: at, samples, from: 0, level });
  addSteps(extended, tail, { count: tail.steps, samples: 1, from: at * samples, level });
  return extended;
}

/** The same samples in at most so many steps. */
export function limitSteps(cube: Cube, limit: StepLimit): Cube {
  const { metric, links, times, sums } = cube;
  if (cube.steps <= limit.most) return cube;
  const empty = { metric, links, steps: 0, times: times.subarray(0, 1), sums: sums.subarray(0, links) };
  return extendCube(empty, cube, limit) ?? cube;
}

function widerSteps(samples: number, total: number, most: number): number {
  return Math.ceil(total / samples) <= most ? samples : widerSteps(2 * samples, total, most);
}

interface Added {
  readonly count: number;
  /** Samples that each of the added steps stands for. */
  readonly samples: number;
  /** Samples that the cube has before them. */
  readonly from: number;
  readonly level: boolean;
}

/** Adds the first `count` steps of `source` to the steps of the cube that their samples belong to. */
function addSteps(cube: Required<Cube>, source: Cube, { count, samples, from, level }: Added): void {
  const { links, sums, times, samplesPerStep } = cube;
  for (let row = 0; row < count; row++) {
    const before = from + row * samples;
    const step = Math.floor(before / samplesPerStep);
    const inStep = before % samplesPerStep;
    const share = level ? samples / (inStep + samples) : 1;
    const start = step * links;
    const end = start + links;
    if (inStep === 0) sums.copyWithin(end, start, end);
    for (let link = 0; link < links; link++) {
      const amount = source.sums[(row + 1) * links + link] - source.sums[row * links + link];
      const had = level ? (sums[end + link] - sums[start + link]) * share : 0;
      sums[end + link] += amount * share - had;
    }
    times[step + 1] = source.times[row + 1];
  }
}

/** Memory that has room for more steps behind those of its cube. */
const roomy = new WeakSet<ArrayBufferLike>();

/** An array of this length that starts with the first `kept` values: over the same memory where it has room and may be shared. */
function withRoom(
  values: Float64Array,
  kept: number,
  length: number,
  most: number,
  share: boolean,
): Float64Array {
  const bytes = length * Float64Array.BYTES_PER_ELEMENT;
  if (share && roomy.has(values.buffer) && bytes <= values.buffer.byteLength)
    return new Float64Array(values.buffer, 0, length);
  const larger = new Float64Array(share ? Math.min(2 * length, most) : most);
  roomy.add(larger.buffer);
  larger.set(values.subarray(0, kept));
  return larger.subarray(0, length);
}

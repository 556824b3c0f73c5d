import type { Cube, Selection } from '@weft/model';

/** The largest total that any link has in any range of so many steps: where a scale ends that holds for all of them. */
export function largestRange(
  cube: Cube,
  steps: number,
  aggregate: Selection['aggregate'],
  unit: string,
): number {
  const length = aggregate === 'max' ? 1 : Math.min(Math.max(steps, 1), cube.steps);
  let largest = 0;
  for (let first = 0; first + length <= cube.steps; first++) {
    const amount = largestSum(cube, first, first + length);
    largest = Math.max(largest, amount / divisorOf(cube, first, length, aggregate, unit));
  }
  return largest;
}

function largestSum({ links, sums }: Cube, first: number, last: number): number {
  const [low, high] = [first * links, last * links];
  let largest = 0;
  for (let link = 0; link < links; link++) {
    const amount = sums[high + link] - sums[low + link];
    if (amount > largest) largest = amount;
  }
  return largest;
}

function divisorOf(
  { times }: Cube,
  first: number,
  length: number,
  aggregate: Selection['aggregate'],
  unit: string,
): number {
  if (aggregate === 'mean') return length;
  if (aggregate !== 'rate') return 1;
  const nanoseconds = times[first + length] - times[first];
  return unit === 'ns' ? nanoseconds : nanoseconds / 1e9;
}

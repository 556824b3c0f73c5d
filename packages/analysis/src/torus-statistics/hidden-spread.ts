import type { TorusShape } from '@weft/network';

/** Share of the spread of one direction's links that means over these dimensions hide, 0 to 1; 0 where links are all the same. */
export function hiddenSpread(
  shape: TorusShape,
  totals: ArrayLike<number>,
  direction: number,
  averaged: readonly number[],
): number {
  const { nodeCount, directions, linkAt } = shape;
  const firstOf = firstNodes(shape, averaged);
  const sums = new Float64Array(nodeCount);
  const counts = new Int32Array(nodeCount);
  let mean = 0;
  let links = 0;
  for (let node = 0; node < nodeCount; node++) {
    const link = linkAt[node * directions + direction];
    if (link < 0) continue;
    mean += totals[link];
    links++;
  }
  mean /= Math.max(1, links);
  let spread = 0;
  for (let node = 0; node < nodeCount; node++) {
    const link = linkAt[node * directions + direction];
    if (link < 0) continue;
    const first = firstOf[node];
    const deviation = totals[link] - mean;
    sums[first] += deviation;
    counts[first]++;
    spread += deviation * deviation;
  }
  let between = 0;
  for (let node = 0; node < nodeCount; node++)
    if (counts[node] > 0) between += sums[node] ** 2 / counts[node];
  return spread > 1e-18 * mean * mean * links ? Math.max(0, 1 - between / spread) : 0;
}

/** Of each node, the node with 0 in place of the averaged coordinates. */
function firstNodes({ nodeCount, sizes, strides }: TorusShape, averaged: readonly number[]): Int32Array {
  const first = Int32Array.from({ length: nodeCount }, (_, node) => node);
  for (const dimension of averaged) {
    const stride = strides[dimension];
    const block = stride * sizes[dimension];
    for (let start = 0; start < nodeCount; start += block)
      for (let node = start + stride; node < start + block; node++)
        first[node] -= Math.floor((node - start) / stride) * stride;
  }
  return first;
}

/** Pairs of dimensions to span planes by, so that means between planes hide least of a direction; the first best pair. */
export function planeHidingLeast(
  shape: TorusShape,
  totals: ArrayLike<number>,
  direction: number,
): { readonly plane: readonly [number, number]; readonly hidden: number } | null {
  const others = shape.sizes
    .map((_, dimension) => dimension)
    .filter((dimension) => dimension !== direction >> 1);
  let best: { plane: readonly [number, number]; hidden: number } | null = null;
  others.forEach((x, i) => {
    for (const y of others.slice(i + 1)) {
      const hidden = hiddenSpread(shape, totals, direction, [x, y]);
      if (!best || hidden < best.hidden - 1e-9) best = { plane: [x, y], hidden };
    }
  });
  return best;
}

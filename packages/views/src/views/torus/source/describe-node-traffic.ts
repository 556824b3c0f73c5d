import { formatQuantity, type Network } from '@weft/model';
import { describeNode, neighbourNode, type TorusShape } from '@weft/network';
import type { TooltipContent } from '../../../kit/tooltip.tsx';

/** Name and coordinates of a node, and what goes out of it and into it along each direction. */
export function describeNodeTraffic(
  network: Network,
  shape: TorusShape,
  node: number,
  totals: Float64Array,
  unit: string,
): Pick<TooltipContent, 'title' | 'lines'> {
  const { directions, linkAt, sizes } = shape;
  const amount = (slot: number): string =>
    linkAt[slot] < 0 ? 'none' : formatQuantity(totals[linkAt[slot]] ?? 0, unit);
  const lines = shape.names.flatMap((name, dimension) =>
    sizes[dimension] === 1
      ? []
      : ([0, 1] as const).map((sign) => {
          const next = neighbourNode(shape, node, dimension, sign === 0 ? 1 : -1);
          const out = amount(node * directions + 2 * dimension + sign);
          const into = amount(next * directions + 2 * dimension + 1 - sign);
          return { label: `${sign === 0 ? '+' : '−'}${name}`, value: `out ${out}, in ${into}` };
        }),
  );
  return { title: describeNode(network, shape, node), lines };
}

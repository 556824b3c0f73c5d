import { directionName } from '@weft/network';
import { formatCsv } from '../../../kit/export-picture.ts';
import { valuesOfCell } from './compact-figure.ts';
import type { CompactPicture } from './compact-picture.ts';

/** One row a node of the zoomed grid and direction: what its links carry, on lines or collapsed in. */
export function compactCsv({ zoomed, shape, unit }: CompactPicture): string {
  const { torus, traffic } = zoomed;
  const suffix = unit ? ` (${unit})` : '';
  const header = [
    ...torus.kept.map((dimension) => shape.names[dimension]),
    'direction',
    'collapsed',
    'links',
    'missing',
    ...['sum', 'mean', 'low', 'high'].map((name) => `${name}${suffix}`),
  ];
  const rows = [...torus.links.keys()].filter((slot) => torus.links[slot] > 0);
  return formatCsv(
    header,
    rows.map((slot) => {
      const values = valuesOfCell(zoomed, Math.floor(slot / torus.directions));
      const direction = slot % torus.directions;
      return [
        ...torus.kept.map((dimension) => values[dimension]),
        directionName(shape, direction),
        torus.collapsed.includes(direction >> 1) ? 1 : 0,
        torus.links[slot],
        torus.expected[slot] - torus.links[slot],
        traffic.sum[slot],
        traffic.sum[slot] / torus.links[slot],
        traffic.low[slot],
        traffic.high[slot],
      ];
    }),
  );
}

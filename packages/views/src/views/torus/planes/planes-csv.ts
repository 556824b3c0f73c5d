import { directionName, nodeCoordinate } from '@weft/network';
import { formatCsv } from '../../../kit/export-picture.ts';
import type { PlanesPicture } from './planes-picture.ts';

/** One row a line: its direction, the least coordinates of the nodes its links leave, and what they carry. */
export function planesCsv({ shape, lines, values, unit, apart }: PlanesPicture): string {
  const first = new Int32Array(lines.count).fill(-1);
  lines.lineOf.forEach((line, slot) => {
    if (line >= 0 && first[line] < 0 && shape.linkAt[slot] >= 0) first[line] = slot;
  });
  const suffix = unit ? ` (${unit})` : '';
  const header = [
    'direction',
    ...shape.names,
    'links',
    'missing',
    `mean${suffix}`,
    `low${suffix}`,
    `high${suffix}`,
    'shown',
  ];
  const rows = [...first.keys()].filter((line) => first[line] >= 0);
  return formatCsv(
    header,
    rows.map((line) => {
      const node = Math.floor(first[line] / shape.directions);
      const name = directionName(shape, lines.direction[line]);
      return [
        apart ? name : name.replace('+', '±'),
        ...shape.names.map((_, dimension) => nodeCoordinate(shape, node, dimension)),
        lines.links[line],
        lines.expected[line] - lines.links[line],
        values.mean[line],
        values.low[line],
        values.high[line],
        values.shown[line],
      ];
    }),
  );
}

import { formatExact } from '@weft/model';
import type { TorusShape } from '@weft/network';
import type { PlanesPicture } from './planes-picture.ts';

/** `32 planes of 16 nodes, 8 groups; 128 c, 32 d, 32 e lines`: counts that a reader can check (VT-12). */
export function describePlanes({ shape, roles, frames, lines, apart, mode }: PlanesPicture): string {
  const inPlane = roles.slice(0, 2).reduce((product, dimension) => product * sizeOf(shape, dimension), 1);
  const planes = shape.nodeCount / inPlane;
  const tracks = apart ? 2 : 1;
  const counts = new Map<number, number>();
  for (let line = 0; line < lines.count; line += tracks) {
    if (Number.isNaN(lines.rects[line * 4])) continue;
    const dimension = lines.direction[line] >> 1;
    counts.set(dimension, (counts.get(dimension) ?? 0) + 1);
  }
  const listed = [...counts].map(
    ([dimension, count]) => `${count.toLocaleString('en-US')} ${shape.names[dimension]}`,
  );
  const several = (count: number, word: string): string =>
    `${formatExact(count, 'count')} ${word}${count === 1 ? '' : 's'}`;
  const groups = mode === 'composite' ? `, ${several(frames.groups.length, 'group')}` : '';
  return `${several(planes, 'plane')} of ${several(inPlane, 'node')}${groups}; ${listed.join(', ')} lines`;
}

function sizeOf({ sizes }: TorusShape, dimension: number): number {
  return dimension < 0 ? 1 : sizes[dimension];
}

import type { TorusShape } from '@weft/network';
import { type PlanesArea, trackSide, trackWidth } from './detailed-planes.ts';
import type { LineRect } from './torus-lines.ts';
import { planeSteps, type TorusRoles } from './torus-roles.ts';

/** The planes of one group, large: nodes with room for what leaves the plane, and the links within it. */
export interface MagnifiedGroup {
  readonly nodes: readonly { readonly node: number; readonly x: number; readonly y: number }[];
  readonly radius: number;
  /** Links of the planes: place in `linkAt`, and where they are drawn. */
  readonly lines: readonly { readonly slot: number; readonly rect: LineRect }[];
  readonly planes: readonly { readonly value: number; readonly rect: LineRect }[];
  /** Dimension that the planes are counted by; -1 = there is one plane. */
  readonly inner: number;
  /** Dimensions that leave the planes, the inner one first. */
  readonly leaving: readonly number[];
}

const LARGEST_PITCH = 64;
const TITLE = 18;
/** Of the distance between nodes. */
const RADIUS = 0.3;
const TRACK = 0.1;
const STUB = 0.46;

/** `group` gives the values of the dimensions outside of planes and inner steps; those of others do not count. */
export function layoutMagnifiedGroup(
  shape: TorusShape,
  roles: TorusRoles,
  group: readonly number[],
  area: PlanesArea,
): MagnifiedGroup {
  const { across, down } = planeSteps(roles);
  const inner = across[0] ?? -1;
  const size = (dimension: number): number => (dimension < 0 ? 1 : shape.sizes[dimension]);
  const [nx, ny, count] = [size(roles[0]), size(roles[1]), size(inner)];
  const { columns, pitch } = arrange(nx, ny, count, area);
  const radius = RADIUS * pitch;
  const nodes: { node: number; x: number; y: number }[] = [];
  const lines: { slot: number; rect: LineRect }[] = [];
  const planes: { value: number; rect: LineRect }[] = [];
  const fixed = [...across.slice(1), ...down].reduce(
    (sum, dimension) => sum + Math.max(0, group[dimension]) * shape.strides[dimension],
    0,
  );
  const stride = (dimension: number): number => (dimension < 0 ? 0 : shape.strides[dimension]);
  for (let value = 0; value < count; value++) {
    const left = area.x + (value % columns) * (nx + GAP) * pitch;
    const top = area.y + Math.floor(value / columns) * (ny * pitch + TITLE) + TITLE;
    planes.push({ value, rect: [left, top, nx * pitch, ny * pitch] });
    for (let y = 0; y < ny; y++) {
      for (let x = 0; x < nx; x++) {
        const node = fixed + value * stride(inner) + y * stride(roles[1]) + x * stride(roles[0]);
        const place = { node, x: left + (x + 0.5) * pitch, y: top + (y + 0.5) * pitch };
        nodes.push(place);
        if (nx > 1) lines.push(...cable(shape, roles[0], { ...place, last: x === nx - 1 }, pitch, false));
        if (ny > 1) lines.push(...cable(shape, roles[1], { ...place, last: y === ny - 1 }, pitch, true));
      }
    }
  }
  return { nodes, radius, lines, planes, inner, leaving: [...across, ...down] };
}

const GAP = 0.6;

/** As many planes side by side as make nodes largest. */
function arrange(
  nx: number,
  ny: number,
  count: number,
  area: PlanesArea,
): { columns: number; pitch: number } {
  let best = { columns: 1, pitch: 0 };
  for (let columns = 1; columns <= count; columns++) {
    const rows = Math.ceil(count / columns);
    const wide = area.width / (columns * (nx + GAP));
    const high = (area.height - rows * TITLE) / (rows * ny);
    const pitch = Math.min(wide, high, LARGEST_PITCH);
    if (pitch > best.pitch) best = { columns, pitch };
  }
  return { columns: best.columns, pitch: Math.max(1, best.pitch) };
}

interface CableStart {
  readonly node: number;
  readonly x: number;
  readonly y: number;
  readonly last: boolean;
}

function cable(
  shape: TorusShape,
  dimension: number,
  { node, x, y, last }: CableStart,
  pitch: number,
  vertical: boolean,
): { slot: number; rect: LineRect }[] {
  const stride = shape.strides[dimension];
  const next = last ? node - stride * (shape.sizes[dimension] - 1) : node + stride;
  const track = TRACK * pitch;
  const length = last ? STUB * pitch : pitch;
  return ([0, 1] as const).map((sign) => {
    const slot = (sign === 0 ? node : next) * shape.directions + 2 * dimension + sign;
    const side = trackSide(sign, track, vertical);
    const width = trackWidth(sign, track);
    return { slot, rect: vertical ? [x + side, y, width, length] : [x, y + side, length, width] };
  });
}

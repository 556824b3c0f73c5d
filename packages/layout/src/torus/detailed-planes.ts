import type { TorusShape } from '@weft/network';
import { axisPlace, fitAxis, type LevelGap, type PlaneAxis } from './plane-axis.ts';
import { type LineKind, type LineRect, shareLines, type TorusLines } from './torus-lines.ts';
import { planeSteps, type TorusRoles } from './torus-roles.ts';

export interface PlanesArea {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Planes in a row of rows: where nodes stand and the lines between them. */
interface PlanesLayout {
  readonly across: PlaneAxis;
  readonly down: PlaneAxis;
  readonly lines: TorusLines;
  /** Pixels from node to node. */
  readonly pitch: readonly [number, number];
  /** So many neighbouring nodes share one cell in each direction of the plane. */
  readonly merged: number;
  /** Are lines wide enough to lie between nodes? Else each node has a cell for each direction. */
  readonly asLines: boolean;
}

/** Wider planes make nothing clearer. */
const LARGEST_PITCH = 84;
/** Neither direction is stretched to more than this many times the other. */
const STRETCH = 1.6;
/** Below so many pixels from node to node, nodes are cells. */
const LEAST_LINES = 5;

const GAPS: readonly LevelGap[] = [
  { steps: 0, pixels: 0 },
  { steps: 0.4, pixels: 2 },
  { steps: 1, pixels: 14 },
  { steps: 1.4, pixels: 18 },
];

/** All planes of the first two roles, laid out by the others (VT-6). `zoom` enlarges what is drawn, so that lines need less merging. */
export function layoutDetailedPlanes(
  shape: TorusShape,
  roles: TorusRoles,
  area: PlanesArea,
  { zoom = 1, apart = true }: { readonly zoom?: number; readonly apart?: boolean } = {},
): PlanesLayout {
  const steps = planeSteps(roles);
  const fit = (plane: number, dimensions: readonly number[], start: number, space: number, largest: number) =>
    fitAxis({ levels: axisLevels(shape, [plane, ...dimensions], GAPS), start, space, largest });
  let across = fit(roles[0], steps.across, area.x, area.width, LARGEST_PITCH);
  const down = fit(roles[1], steps.down, area.y, area.height, across.levels[0].step * STRETCH);
  if (across.levels[0].step > down.levels[0].step * STRETCH)
    across = fit(roles[0], steps.across, area.x, area.width, down.levels[0].step * STRETCH);
  const pitch = [across.levels[0].step, down.levels[0].step] as const;
  const least = Math.min(...pitch) * zoom;
  const merged = powerOfTwo(2 / least);
  const asLines = least >= LEAST_LINES;
  const place = asLines ? placeBetween(across, down) : placeCell(across, down, merged);
  const kinds = roles.slice(0, 2).flatMap((dimension, role): LineKind[] => {
    if (dimension < 0) return [];
    const shared = shape.sizes.map((size, d) =>
      d === roles[0] || d === roles[1] ? Math.min(merged, size) : 1,
    );
    return [{ dimension, shared, place: (bins, sign) => place(bins, sign, role === 1, shape) }];
  });
  return { across, down, lines: shareLines(shape, kinds, apart), pitch, merged, asLines };
}

export function axisLevels(shape: TorusShape, dimensions: readonly number[], gaps: readonly LevelGap[]) {
  return dimensions.map((dimension, level) => ({
    dimension,
    size: dimension < 0 ? 1 : shape.sizes[dimension],
    gap: gaps[Math.min(level, gaps.length - 1)],
  }));
}

/** The least power of two that is not below. */
export function powerOfTwo(value: number): number {
  return value <= 1 ? 1 : 2 ** Math.ceil(Math.log2(value));
}

type PlaceLine = (bins: readonly number[], sign: 0 | 1 | null, down: boolean, shape: TorusShape) => LineRect;

/** Of the distance between nodes: width of a track, and length of the stub that closes a ring. */
const TRACK = 0.17;
const STUB = 0.36;

/** Two tracks from node to node: + above or right, - below or left; a line that closes the ring is a stub. */
function placeBetween(across: PlaneAxis, down: PlaneAxis): PlaceLine {
  return (bins, sign, vertical, shape) => {
    const [pitchX, pitchY] = [across.levels[0].step, down.levels[0].step];
    const track = TRACK * Math.min(pitchX, pitchY);
    const x = axisPlace(across, bins) + pitchX / 2;
    const y = axisPlace(down, bins) + pitchY / 2;
    const { dimension } = (vertical ? down : across).levels[0];
    const part = bins[dimension] === shape.sizes[dimension] - 1 ? STUB : 1;
    if (vertical) return [x + trackSide(sign, track, true), y, trackWidth(sign, track), pitchY * part];
    return [x, y + trackSide(sign, track, false), pitchX * part, trackWidth(sign, track)];
  };
}

/** Offset of a track from the middle of its line; both leave a gap between them. */
export function trackSide(sign: 0 | 1 | null, track: number, vertical: boolean): number {
  if (sign === null) return -track;
  return (sign === 0) === vertical ? trackGap(track) : -track - trackGap(track);
}

function trackGap(track: number): number {
  return track < 1.5 ? 0 : Math.max(0.5, 0.12 * track);
}

export function trackWidth(sign: 0 | 1 | null, track: number): number {
  return sign === null ? 2 * track : track;
}

/** A cell in four: x of the plane above, y below; + left, - right. */
function placeCell(across: PlaneAxis, down: PlaneAxis, merged: number): PlaceLine {
  return (bins, sign, vertical) => {
    const [pitchX, pitchY] = [across.levels[0].step, down.levels[0].step];
    const scaled = [...bins];
    for (const { dimension } of [across.levels[0], down.levels[0]])
      if (dimension >= 0) scaled[dimension] *= merged;
    const width = pitchX * binWidth(across, scaled, merged);
    const height = (pitchY * binWidth(down, scaled, merged)) / 2;
    const x = axisPlace(across, scaled) + (sign === 1 ? width / 2 : 0);
    const y = axisPlace(down, scaled) + (vertical ? height : 0);
    return [x, y, sign === null ? width : width / 2, height];
  };
}

/** Nodes in a bin: the last may hold fewer. */
function binWidth({ levels }: PlaneAxis, firsts: readonly number[], merged: number): number {
  const { dimension, size } = levels[0];
  return Math.min(merged, size - (dimension < 0 ? 0 : firsts[dimension]));
}

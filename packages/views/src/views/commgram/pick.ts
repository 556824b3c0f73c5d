import { type PlotZoom, rowHeights, sx, sy } from '@weft/draw';
import { BAR_WIDTH, splineHeightAt } from '@weft/layout';
import type { CommgramScene } from './scene.ts';

/** What lies under the pointer. */
export type CommgramPick =
  | { readonly kind: 'phase'; readonly phase: number }
  | { readonly kind: 'jump'; readonly phase: number }
  | { readonly kind: 'section'; readonly section: number }
  | { readonly kind: 'bar'; readonly phase: number; readonly side: 'left' | 'right'; readonly bar: number }
  | { readonly kind: 'ribbon'; readonly phase: number; readonly ribbon: number };

const PICK_DISTANCE = 3;

export function pickCommgram(
  scene: CommgramScene,
  zoom: PlotZoom,
  x: number,
  y: number,
): CommgramPick | null {
  const { geometry, facts } = scene.picture;
  const { area } = geometry;
  if (geometry.phases === 0 || x < area.left || x > area.right || y < area.top) return null;
  if (y > area.bottom + rowHeights.axis && facts.sections.length > 0 && scene.picture.patternRow) {
    if (y < area.bottom + rowHeights.axis + rowHeights.pattern) return pickSection(scene, zoom, x);
  }
  const cell = cellAt(scene, zoom, x);
  if (!cell) return null;
  if (cell.between) return { kind: 'jump', phase: cell.phase };
  if (y > area.bottom || scene.picture.parts === 'curve') return { kind: 'phase', phase: cell.phase };
  return (
    pickBar(scene, zoom, cell.phase, x, y) ??
    pickRibbon(scene, zoom, cell.phase, x, y) ?? { kind: 'phase', phase: cell.phase }
  );
}

/** The phase at x; `between`: the change from the phase before to this one. */
function cellAt(
  { picture: { geometry } }: CommgramScene,
  zoom: PlotZoom,
  x: number,
): { phase: number; between: boolean } | null {
  const { left, right } = geometry.cells;
  for (let p = 0; p < geometry.phases; p++) {
    if (x > sx(zoom, right[p]) + 1) continue;
    if (x >= sx(zoom, left[p]) - 1) return { phase: p, between: false };
    return p > 0 ? { phase: p, between: true } : null;
  }
  return null;
}

function pickSection({ picture }: CommgramScene, zoom: PlotZoom, x: number): CommgramPick | null {
  const { cells } = picture.geometry;
  const section = picture.facts.sections.findIndex(
    ([first, end]) => x >= sx(zoom, cells.left[first]) && x <= sx(zoom, cells.right[end - 1]),
  );
  return section < 0 ? null : { kind: 'section', section };
}

function pickBar(
  { picture: { geometry } }: CommgramScene,
  zoom: PlotZoom,
  phase: number,
  x: number,
  y: number,
): CommgramPick | null {
  const { offsets, x: xs, top, height } = geometry.bars;
  for (let i = offsets[phase]; i < offsets[phase + 1]; i++) {
    const left = sx(zoom, xs[i]);
    if (x < left - PICK_DISTANCE || x > left + BAR_WIDTH + PICK_DISTANCE) continue;
    const upper = sy(zoom, top[i]);
    if (y < upper || y > upper + height[i] * zoom.ky) continue;
    return { kind: 'bar', phase, side: xs[i] <= geometry.cells.left[phase] ? 'left' : 'right', bar: i };
  }
  return null;
}

/** The topmost ribbon under the pointer: of several the one drawn last, the largest. */
function pickRibbon(
  { picture: { geometry } }: CommgramScene,
  zoom: PlotZoom,
  phase: number,
  x: number,
  y: number,
): CommgramPick | null {
  const { offsets, x0, y0, x1, y1, width, bytes } = geometry.ribbons;
  let best = -1;
  for (let i = offsets[phase]; i < offsets[phase + 1]; i++) {
    if (best >= 0 && bytes[i] < bytes[best]) continue;
    const ends = { x0: sx(zoom, x0[i]), y0: sy(zoom, y0[i]), x1: sx(zoom, x1[i]), y1: sy(zoom, y1[i]) };
    const half = Math.max((width[i] * zoom.ky) / 2, 1.5);
    if (
      y < Math.min(ends.y0, ends.y1) - half - PICK_DISTANCE ||
      y > Math.max(ends.y0, ends.y1) + half + PICK_DISTANCE
    )
      continue;
    const at = splineHeightAt(ends, x);
    if (at && Math.abs(y - at.y) <= half * Math.hypot(1, Math.min(Math.abs(at.slope), 8))) best = i;
  }
  return best < 0 ? null : { kind: 'ribbon', phase, ribbon: best };
}

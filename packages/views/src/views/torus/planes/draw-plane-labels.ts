import { type RenderTarget, type ThemeColours, themeColours } from '@weft/draw';
import { labelRoom, type PlaneAxis } from '@weft/layout';
import { frameColours } from './line-colours.ts';
import { type PlanesPicture, planesArea } from './planes-picture.ts';

const ROW = 17;

/** Axes of the planes: their own x and y by arrows, the other dimensions by their values. */
export function drawPlaneLabels(target: RenderTarget, picture: PlanesPicture): void {
  const colours = themeColours(picture.theme);
  if (picture.mode === 'detailed') drawArrows(target, picture, colours);
  else drawHeights(target, picture, colours);
  drawColumns(target, picture, colours);
  drawRows(target, picture, colours);
}

/** x runs right and y down inside each plane; above them, where no row has its name. */
function drawArrows(target: RenderTarget, { shape, roles }: PlanesPicture, colours: ThemeColours): void {
  const stroke = { stroke: colours.ink };
  const name = (role: number): string => (roles[role] < 0 ? '' : shape.names[roles[role]]);
  target.line(16, 10, 44, 10, stroke);
  target.line(40, 7, 44, 10, stroke);
  target.line(40, 13, 44, 10, stroke);
  const bold = { fill: colours.ink, weight: 'bold', baseline: 'middle' } as const;
  target.text(48, 10, name(0), bold);
  if (roles[1] < 0) return;
  target.line(68, 3, 68, 17, stroke);
  target.line(65, 13, 68, 17, stroke);
  target.line(71, 13, 68, 17, stroke);
  target.text(76, 10, name(1), bold);
}

/** Composite planes: heights are values of plane x, lines between groups are values of the inner dimension. */
function drawHeights(target: RenderTarget, picture: PlanesPicture, colours: ThemeColours): void {
  const { frames, down, across, shape, roles, transform } = picture;
  const pitch = down.levels[0].step * transform.k;
  const room = across.levels[0].step * transform.k;
  if (pitch < 11 || room < 26 || frames.groups.length > 400) return;
  const style = { fill: colours.muted, size: 9, align: 'end', baseline: 'middle' } as const;
  for (const { rect } of frames.groups) {
    const x = rect[0] * transform.k + transform.x;
    const y = rect[1] * transform.k + transform.y;
    for (let value = 0; value < shape.sizes[roles[0]]; value++)
      target.text(x + room / 2 - 5, y + (value + 0.5) * pitch, `${shape.names[roles[0]]}${value}`, style);
  }
  drawStackLabels(target, picture, colours);
}

function drawStackLabels(target: RenderTarget, picture: PlanesPicture, colours: ThemeColours): void {
  const { frames, down, across, shape, transform } = picture;
  const [inner, outer] = across.levels;
  if (!outer || inner.dimension < 0) return;
  const height = down.levels[0].step * down.levels[0].size;
  const spacing = height / inner.size;
  if (labelRoom(outer.step - inner.size * inner.step, spacing) === 0) return;
  const style = { fill: colours.muted, size: 9, baseline: 'middle' } as const;
  for (const { rect } of frames.groups) {
    const x = (rect[0] + rect[2]) * transform.k + transform.x;
    for (let value = 0; value < inner.size; value++) {
      const y = (rect[1] + (value + 0.5) * spacing) * transform.k + transform.y;
      target.text(x + 6, y, `${shape.names[inner.dimension]}${value}`, style);
    }
  }
}

/** Below the planes: the inner dimension first, outer ones under it with a line as wide as their group. */
function drawColumns(target: RenderTarget, picture: PlanesPicture, colours: ThemeColours): void {
  const { across, down, height, width, mode, transform } = picture;
  const first = mode === 'detailed' ? 1 : 0;
  const levels = across.levels.slice(first).filter(({ dimension }) => dimension >= 0);
  const area = planesArea(width, height, Math.max(1, levels.length));
  const end = (down.start + down.length) * transform.k + transform.y;
  const top = Math.min(Math.max(end + 6, area.y), height - 4 - ROW * levels.length);
  target.group({ clip: [area.x - 8, 0, width - area.x + 8, height] }, () => {
    levels.forEach((_, i) => {
      drawLevel(target, picture, colours, { level: first + i, top: top + i * ROW, outer: i > 0 });
    });
  });
}

interface LabelRow {
  readonly level: number;
  readonly top: number;
  readonly outer: boolean;
}

function drawLevel(
  target: RenderTarget,
  picture: PlanesPicture,
  colours: ThemeColours,
  { level, top, outer }: LabelRow,
): void {
  const { across, shape, transform, width, theme } = picture;
  const look = frameColours(theme);
  const { dimension, size, step } = across.levels[level];
  const inside = level === 0 ? step : across.levels[level - 1].size * across.levels[level - 1].step;
  const room = step * transform.k;
  const every = thinning(room, outer ? 40 : 26);
  const short = room * every < 40;
  let unnamed = true;
  for (const start of levelStarts(across, level)) {
    for (let value = 0; value < size; value += every) {
      const x = (start + value * step + inside / 2) * transform.k + transform.x;
      if (x < 0 || x > width) continue;
      const name = shape.names[dimension];
      const text = short && !(unnamed && value === 0) ? String(value) : `${name} = ${value}`;
      unnamed = unnamed && !short;
      target.text(x, top + 3, text, {
        fill: outer ? look.label : colours.muted,
        weight: outer ? 'bold' : 'normal',
        align: 'middle',
        baseline: 'hanging',
      });
      if (!outer) continue;
      const half = (inside * transform.k) / 2;
      target.line(x - half, top, x + half, top, { stroke: look.group });
    }
  }
}

/** Places of the value 0 of a level, for every combination of the levels outside of it. */
function levelStarts({ levels, start }: PlaneAxis, level: number): number[] {
  let starts = [start];
  for (const { size, step } of levels.slice(level + 1))
    starts = starts.flatMap((at) => Array.from({ length: size }, (_, value) => at + value * step));
  return starts;
}

/** Every value, every second, fourth, eighth ... so that labels keep their room. */
function thinning(room: number, needed: number): number {
  let every = 1;
  while (room * every < needed && every < 1024) every *= 2;
  return every;
}

/** Left of the planes: the outermost row in brown, rows inside it before it. */
function drawRows(target: RenderTarget, picture: PlanesPicture, colours: ThemeColours): void {
  const { down, shape, transform, height, theme } = picture;
  const look = frameColours(theme);
  const last = down.levels.length - 1;
  for (let level = 1; level <= last; level++) {
    const { dimension, size, step } = down.levels[level];
    const inside = down.levels[level - 1].size * down.levels[level - 1].step;
    const every = thinning(step * transform.k, 13);
    const outermost = level === last;
    for (const start of levelStarts(down, level)) {
      for (let value = 0; value < size; value += every) {
        const y = (start + value * step + inside / 2) * transform.k + transform.y;
        if (y < 0 || y > height) continue;
        const text = outermost ? `${shape.names[dimension]} = ${value}` : `${shape.names[dimension]}${value}`;
        target.text(outermost ? 4 : 50, y, text, {
          fill: outermost ? look.row : colours.muted,
          weight: outermost ? 'bold' : 'normal',
          align: outermost ? 'start' : 'end',
          size: outermost ? 11 : 9,
          baseline: 'middle',
        });
      }
    }
  }
}

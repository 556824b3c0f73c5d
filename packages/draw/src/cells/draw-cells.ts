import type { CellLayout } from '@weft/layout';
import { layerColour } from '../colour/categories.ts';
import { themeColours } from '../colour/theme.ts';
import { drawSvg } from '../target/draw-svg.ts';
import type { RenderTarget } from '../target/render-target.ts';

interface CellPanel {
  readonly title: string;
  readonly layout: CellLayout;
}

const LABEL_SIZE = 12;
const colours = themeColours('light');
const label = { fill: colours.ink, size: LABEL_SIZE } as const;

/** Pictures of circles side by side: a single layout, or the small multiples of Figures 5 and 6. */
export function cellsSvg(
  panels: readonly CellPanel[],
  columns = Math.min(3, panels.length),
  size = 320,
): string {
  const rows = Math.ceil(panels.length / columns);
  const pitch = size + 40;
  const [width, height] = [columns * pitch + 20, rows * pitch + 36];
  return drawSvg(width, height, panels.map(({ title }) => title).join('; '), (target) => {
    target.rect(0, 0, width, height, { fill: colours.background });
    panels.forEach((panel, i) => {
      const place = { x: 20 + (i % columns) * pitch, y: 10 + Math.floor(i / columns) * pitch };
      target.group(place, () => drawPanel(target, panel, size));
    });
    drawLayerKey(target, Math.max(...panels.map(({ layout }) => layout.levels)), rows * pitch + 8);
  });
}

function drawPanel(target: RenderTarget, { title, layout }: CellPanel, size: number): void {
  const { point, radius } = projection(layout, size);
  const { dimensions, switchesPerLayer, levels } = layout;
  target.text(0, LABEL_SIZE, title, label);
  target.group({ y: 20 }, () => {
    for (let i = 0; i < levels * switchesPerLayer; i++) {
      const [x, y] = point(i * dimensions);
      target.circle(x, y, radius, { fill: layerColour(Math.floor(i / switchesPerLayer) + 1) });
    }
  });
}

/** Fits the cells into a square; three dimensions are seen from above at an angle. */
function projection({ coordinates, dimensions }: CellLayout, size: number) {
  const flat = (at: number): [number, number] =>
    dimensions === 2
      ? [coordinates[at], -coordinates[at + 1]]
      : [coordinates[at] - 0.5 * coordinates[at + 2], -coordinates[at + 1] + 0.4 * coordinates[at + 2]];
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let at = 0; at < coordinates.length; at += dimensions) {
    const [x, y] = flat(at);
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
  }
  const scale = size / (Math.max(right - left, bottom - top) + 1);
  return {
    radius: Math.max(0.4, 0.42 * scale),
    point: (at: number): [number, number] => {
      const [x, y] = flat(at);
      return [(x - left + 0.5) * scale, (y - top + 0.5) * scale];
    },
  };
}

function drawLayerKey(target: RenderTarget, levels: number, y: number): void {
  for (let layer = 1; layer <= levels; layer++) {
    const x = 20 + (layer - 1) * 64;
    target.circle(x + 5, y, 5, { fill: layerColour(layer) });
    target.text(x + 14, y + 4, `layer ${layer}`, label);
  }
}

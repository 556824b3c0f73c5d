import type { CellLayout } from '@weft/layout';

/** Layer colours of the paper: red, green, blue, cyan, magenta, yellow (LANL-18), darkened to stand on white. */
export const LAYER_COLOURS = [
  '#d55e00',
  '#009e73',
  '#0072b2',
  '#56b4e9',
  '#cc79a7',
  '#e69f00',
  '#5a5a5a',
] as const;

export interface CellPanel {
  readonly title: string;
  readonly layout: CellLayout;
}

/** One picture of circles a panel, side by side: a single layout, or the small multiples of Figures 5 and 6. */
export function cellsToSvg(
  panels: readonly CellPanel[],
  columns = Math.min(3, panels.length),
  size = 320,
): string {
  const rows = Math.ceil(panels.length / columns);
  const cell = size + 40;
  const legend = layerLegend(Math.max(...panels.map(({ layout }) => layout.levels)), rows * cell + 8);
  const width = columns * cell + 20;
  const bodies = panels.map((panel, i) =>
    panelSvg(panel, 20 + (i % columns) * cell, 10 + Math.floor(i / columns) * cell, size),
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${rows * cell + 36}" font-family="system-ui, sans-serif" font-size="12">`,
    `<rect width="100%" height="100%" fill="#fbfbf9"/>`,
    ...bodies,
    legend,
    '</svg>\n',
  ].join('\n');
}

function panelSvg({ title, layout }: CellPanel, x: number, y: number, size: number): string {
  const project = projection(layout, size);
  const { coordinates, dimensions, switchesPerLayer, levels } = layout;
  const groups: string[] = [];
  for (let layer = 0; layer < levels; layer++) {
    const circles: string[] = [];
    for (let i = 0; i < switchesPerLayer; i++) {
      const at = (layer * switchesPerLayer + i) * dimensions;
      const [cx, cy] = project.point(coordinates, at);
      circles.push(`<circle cx="${round(cx)}" cy="${round(cy)}" r="${round(project.radius)}"/>`);
    }
    groups.push(`<g fill="${LAYER_COLOURS[layer % LAYER_COLOURS.length]}">${circles.join('')}</g>`);
  }
  return `<g transform="translate(${x} ${y})"><text y="12">${title}</text><g transform="translate(0 20)">${groups.join('')}</g></g>`;
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
    [left, right, top, bottom] = [
      Math.min(left, x),
      Math.max(right, x),
      Math.min(top, y),
      Math.max(bottom, y),
    ];
  }
  const scale = size / (Math.max(right - left, bottom - top) + 1);
  return {
    radius: Math.max(0.4, 0.42 * scale),
    point: (_: Float64Array, at: number): [number, number] => {
      const [x, y] = flat(at);
      return [(x - left + 0.5) * scale, (y - top + 0.5) * scale];
    },
  };
}

function layerLegend(levels: number, y: number): string {
  const items = Array.from({ length: levels }, (_, layer) => {
    const x = 20 + layer * 64;
    return `<circle cx="${x + 5}" cy="${y}" r="5" fill="${LAYER_COLOURS[layer % LAYER_COLOURS.length]}"/><text x="${x + 14}" y="${y + 4}">layer ${layer + 1}</text>`;
  });
  return `<g>${items.join('')}</g>`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

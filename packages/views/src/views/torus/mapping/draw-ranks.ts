import {
  type ColourMap,
  type RenderTarget,
  TEXT_SIZE,
  type Theme,
  type ThemeColours,
  themeColours,
} from '@weft/draw';
import type { RanksPicture } from './ranks-picture.ts';

/** Each node in the colour of its first rank, with its number where there is room. */
export function drawRanks(target: RenderTarget, picture: RanksPicture, map: ColourMap, theme: Theme): void {
  const colours = themeColours(theme);
  const { row, places, rankAt, ranksAt, shape } = picture;
  const [width, height] = picture.cell;
  const last = Math.max(1, row.nodes.length - 1);
  drawTitle(target, row.name, last, map, colours);
  const size = labelSize(target, `${last}${ranksAt.some((count) => count > 1) ? '+' : ''}`, picture.cell);
  for (let node = 0; node < shape.nodeCount; node++) {
    const [x, y] = [places[2 * node], places[2 * node + 1]];
    if (shape.vertexAt[node] < 0) continue;
    if (rankAt[node] < 0) {
      target.rect(x, y, width, height, { stroke: colours.hairline });
      continue;
    }
    const index = Math.round((rankAt[node] / last) * (map.css.length - 1));
    target.rect(x, y, width, height, { fill: map.css[index] });
    if (size === 0) continue;
    const strong = index > 0.55 * map.css.length;
    const text = ranksAt[node] > 1 ? `${rankAt[node]}+` : String(rankAt[node]);
    target.text(x + width / 2, y + height / 2, text, {
      fill: strong ? colours.background : colours.ink,
      size,
      align: 'middle',
      baseline: 'middle',
    });
  }
}

/** Of labels that all fit into their cells; 0 = the longest does not. */
function labelSize(target: RenderTarget, longest: string, [width, height]: RanksPicture['cell']): number {
  const fits = (size: number): boolean => height > size && target.measure(longest, { size }) + 1 <= width;
  return [10, 9, 8].find(fits) ?? 0;
}

/** The name of the mapping and the colours of its ranks. */
function drawTitle(
  target: RenderTarget,
  name: string,
  last: number,
  map: ColourMap,
  colours: ThemeColours,
): void {
  target.text(8, 11, name, { fill: colours.ink, weight: 'bold', baseline: 'middle' });
  const text = { fill: colours.muted, size: 10, baseline: 'middle' } as const;
  let x = 24 + target.measure(name, { size: TEXT_SIZE, weight: 'bold' });
  target.text(x, 11, 'rank 0', text);
  x += 38;
  for (let step = 0; step < BAR; step++) {
    const index = Math.round((step / (BAR - 1)) * (map.css.length - 1));
    target.rect(x + step, 7, 1.5, 8, { fill: map.css[index] });
  }
  target.text(x + BAR + 6, 11, String(last), text);
}

const BAR = 80;

/** Chosen nodes, and every place of the rank under the pointer. */
export function drawRankMarks(
  target: RenderTarget,
  picture: RanksPicture,
  theme: Theme,
  chosen: readonly number[],
  rank: number,
): void {
  const { accent, ink } = themeColours(theme);
  const { places, cell, row } = picture;
  const outline = (node: number, stroke: string): void => {
    if (node < 0) return;
    target.rect(places[2 * node] - 1, places[2 * node + 1] - 1, cell[0] + 2, cell[1] + 2, {
      stroke,
      lineWidth: 2,
    });
  };
  for (const node of chosen) outline(node, accent);
  if (rank >= 0) outline(row.nodes[rank] ?? -1, ink);
}

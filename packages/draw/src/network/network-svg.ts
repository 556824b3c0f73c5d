import type { Layout } from '@weft/layout';
import type { Network } from '@weft/model';
import { layerColour } from '../colour/categories.ts';
import { themeColours } from '../colour/theme.ts';
import { drawSvg } from '../target/draw-svg.ts';
import type { RenderTarget } from '../target/render-target.ts';
import { type FlatPlaces, fitPositions, leastDistance } from './fit-positions.ts';

const SIZE = 800;
const MARGIN = 24;
const HEAD = 24;
/** More would make a file that no browser opens. */
const MOST_CABLES = 50_000;
const MOST_RADIUS = 9;
const LEAST_RADIUS = 0.4;

const colours = themeColours('light');

/** The picture of a network by one of its layouts: cables unless it is compact, switches by level, and hosts. */
export function networkSvg(network: Network, layout: Layout): string {
  const places = fitPositions(layout.layout(network), SIZE);
  const cables = cablesOf(network, places);
  const shown = !layout.traits.compact && cables.length <= MOST_CABLES;
  const width = SIZE + 2 * MARGIN;
  return drawSvg(width, width + 2 * HEAD, `${layout.name}: ${layout.title}`, (target) => {
    target.rect(0, 0, width, width + 2 * HEAD, { fill: colours.background });
    const left = shown || cables.length === 0 ? '' : `; ${cables.length} cables are not drawn`;
    target.text(MARGIN, HEAD, `${layout.name} – ${layout.title}${left}`, { fill: colours.ink });
    target.group({ x: MARGIN, y: HEAD + MARGIN }, () => {
      if (shown) drawCables(target, network, places, cables);
      drawMarks(target, network, places);
    });
    drawKey(target, network, width + HEAD);
  });
}

/** One of the two links of each cable whose ends are both drawn. */
function cablesOf({ links: { id, src, dst, reverse } }: Network, { x }: FlatPlaces): number[] {
  return Array.from(id).filter(
    (link) =>
      !(reverse[link] >= 0 && reverse[link] < link) &&
      !Number.isNaN(x[src[link]]) &&
      !Number.isNaN(x[dst[link]]),
  );
}

function drawCables(target: RenderTarget, network: Network, { x, y }: FlatPlaces, cables: number[]): void {
  const { src, dst } = network.links;
  const paint = { stroke: colours.faded, lineWidth: 0.7 };
  for (const link of cables) target.line(x[src[link]], y[src[link]], x[dst[link]], y[dst[link]], paint);
}

function drawMarks(target: RenderTarget, network: Network, places: FlatPlaces): void {
  const draw = (vertices: Int32Array, fill: (vertex: number) => string) => {
    const radius = Math.max(LEAST_RADIUS, 0.42 * leastDistance(places, vertices, MOST_RADIUS / 0.42));
    for (const vertex of vertices) {
      if (Number.isNaN(places.x[vertex])) continue;
      target.circle(places.x[vertex], places.y[vertex], radius, { fill: fill(vertex) });
    }
  };
  draw(network.switches, (vertex) => switchColour(network.vertices.level[vertex]));
  draw(network.hosts, () => colours.muted);
}

/** Networks without levels have one colour of switches. */
function switchColour(level: number): string {
  return layerColour(Math.max(1, level));
}

function drawKey(target: RenderTarget, { switches, vertices }: Network, y: number): void {
  const levels = [...new Set(Array.from(switches, (vertex) => Math.max(1, vertices.level[vertex])))].sort(
    (a, b) => a - b,
  );
  const items = [
    ...levels.map((level) => ({
      text: levels.length > 1 ? `layer ${level}` : 'switch',
      fill: layerColour(level),
    })),
    { text: 'host', fill: colours.muted },
  ];
  items.forEach(({ text, fill }, i) => {
    const x = MARGIN + i * 64;
    target.circle(x + 5, y, 5, { fill });
    target.text(x + 14, y + 4, text, { fill: colours.ink });
  });
}

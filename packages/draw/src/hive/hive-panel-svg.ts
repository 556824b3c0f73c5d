import type { HiveCuts, HiveEdges, HiveNodes } from '@weft/layout';
import { ccdf } from '@weft/layout';
import { categoryColour } from '../colour/categories.ts';
import { themeColours } from '../colour/theme.ts';
import { drawSvg } from '../target/draw-svg.ts';
import type { RenderTarget } from '../target/render-target.ts';
import { drawCcdf } from './draw-ccdf.ts';
import { drawHive } from './draw-hive.ts';

export interface HivePanelRow {
  readonly title: string;
  readonly doc: string;
  readonly cuts: HiveCuts;
  /** Where a value lies between the least and the most, 0 to 1. */
  readonly place: (value: number) => number;
  /** One a run. */
  readonly cells: readonly HivePanelCell[];
}

interface HivePanelCell {
  readonly values: Float64Array;
  readonly nodes: HiveNodes;
  readonly edges: HiveEdges;
}

const CELL = 220;
const LEFT = 190;
const TOP = 56;
const GAP = 24;
const colours = themeColours('light');

/** The hive panel: a row a measure, a column a run, the same rules for all, and the CCDF of each measure. */
export function hivePanelSvg(runs: readonly string[], rows: readonly HivePanelRow[], note: string): string {
  const width = LEFT + (runs.length + 1) * (CELL + GAP) + 16;
  const height = TOP + rows.length * (CELL + GAP) + 32;
  return drawSvg(width, height, `Hive panel of ${runs.join(', ')}`, (target) => {
    target.rect(0, 0, width, height, { fill: colours.background });
    runs.forEach((run, column) => {
      const style = { fill: categoryColour(column), size: 13, weight: 'bold', align: 'middle' } as const;
      target.text(LEFT + column * (CELL + GAP) + CELL / 2, 30, run, style);
    });
    rows.forEach((row, at) => {
      target.group({ y: TOP + at * (CELL + GAP) }, () => drawRow(target, row));
    });
    target.text(16, height - 12, note, { fill: colours.muted, size: 10 });
  });
}

function drawRow(target: RenderTarget, row: HivePanelRow): void {
  drawRules(target, row);
  row.cells.forEach(({ nodes, edges }, column) => {
    target.group({ x: LEFT + column * (CELL + GAP) }, () =>
      drawHive(target, { nodes, edges, colour: categoryColour(column) }, CELL, colours),
    );
  });
  const lines = row.cells.map(({ values }, column) => ({
    ccdf: ccdf(values),
    colour: categoryColour(column),
  }));
  target.group({ x: LEFT + row.cells.length * (CELL + GAP), y: 16 }, () =>
    drawCcdf(target, lines, row.place, CELL - 48, colours),
  );
}

function drawRules(target: RenderTarget, { title, doc, cuts }: HivePanelRow): void {
  target.text(16, 40, title, { fill: colours.ink, size: 14, weight: 'bold' });
  const lines = [
    ...wrap(doc, 30),
    '',
    `north: ${shown(cuts.least)} to ${shown(cuts.low)}`,
    `south-west: above, to ${shown(cuts.high)}`,
    `south-east: above, to ${shown(cuts.most)}`,
  ];
  lines.forEach((line, at) => {
    target.text(16, 60 + 15 * at, line, { fill: colours.muted });
  });
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

function shown(value: number): string {
  return String(Number(value.toPrecision(3)));
}

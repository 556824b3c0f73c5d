import type { HiveCuts, HiveSelection } from '@weft/layout';
import type { ThemeColours } from '../colour/theme.ts';
import type { RenderTarget } from '../target/render-target.ts';
import { drawAxisCounts, drawHive, drawHiveSelection, type HiveDrawing } from './draw-hive.ts';
import { fitHive, type HiveFrame } from './hive-frame.ts';
import { shortValue } from './scale-ticks.ts';

/** Hive plots by run and measure, the same rules for all. */
export interface HivePanel {
  readonly runs: readonly HivePanelRun[];
  readonly rows: readonly HivePanelRow[];
}

interface HivePanelRun {
  readonly name: string;
  readonly note: string;
  readonly colour: string;
}

export interface HivePanelRow {
  readonly title: string;
  /** How values lie along the axes, in words. */
  readonly note: string;
  readonly cuts: HiveCuts | null;
  /** What the axes hold where their cuts do not say it. */
  readonly axes: readonly [string, string, string] | null;
  readonly cell: (run: number) => HivePanelCell;
}

/** A plot with the ranks on each axis, or why there is none. */
type HivePanelCell =
  | { readonly drawing: HiveDrawing; readonly counts: readonly number[] }
  | { readonly instead: string };

export interface PanelPlaces {
  readonly width: number;
  readonly height: number;
  /** Room of the names of rows and of columns. */
  readonly left: number;
  readonly top: number;
  readonly cellWidth: number;
  readonly cellHeight: number;
  /** How far the cells are scrolled. */
  readonly scrollX: number;
  readonly scrollY: number;
}

/** Upper left corner of a cell. */
export function cellCorner(places: PanelPlaces, run: number, row: number): readonly [number, number] {
  return [
    places.left + run * places.cellWidth - places.scrollX,
    places.top + row * places.cellHeight - places.scrollY,
  ];
}

const [PAD, COUNTS] = [4, 10];

/** Where the plot of a cell lies. */
export function cellFrame(places: PanelPlaces, run: number, row: number): HiveFrame {
  const [x, y] = cellCorner(places, run, row);
  return fitHive(x + PAD, y + PAD + COUNTS, places.cellWidth - 2 * PAD, places.cellHeight - 2 * PAD - COUNTS);
}

export function drawHivePanel(
  target: RenderTarget,
  panel: HivePanel,
  places: PanelPlaces,
  colours: ThemeColours,
): void {
  const { width, height, left, top } = places;
  target.group({ clip: [left, top, width - left, height - top] }, () => {
    panel.rows.forEach((row, at) => drawCells(target, panel, row, at, places, colours));
  });
  target.group({ clip: [0, top, left, height - top] }, () => {
    panel.rows.forEach((row, at) => drawRowName(target, row, at, places, colours));
  });
  target.group({ clip: [left, 0, width - left, top] }, () => {
    panel.runs.forEach((run, at) => drawRunName(target, run, at, places, colours));
  });
  target.line(0, top - 0.5, width, top - 0.5, { stroke: colours.hairline });
}

/** What is selected in the cells, over them; null where nothing is. */
export function drawPanelSelection(
  target: RenderTarget,
  panel: HivePanel,
  selected: (run: number, row: number) => HiveSelection | null,
  places: PanelPlaces,
  colours: ThemeColours,
): void {
  const { width, height, left, top } = places;
  target.group({ clip: [left, top, width - left, height - top] }, () => {
    panel.rows.forEach((row, at) => {
      panel.runs.forEach((_, run) => {
        if (!inSight(places, run, at)) return;
        const cell = row.cell(run);
        const chosen = 'drawing' in cell ? selected(run, at) : null;
        if (chosen && 'drawing' in cell)
          drawHiveSelection(target, cell.drawing, chosen, cellFrame(places, run, at), colours);
      });
    });
  });
}

function inSight(places: PanelPlaces, run: number, row: number): boolean {
  const [x, y] = cellCorner(places, run, row);
  const across = x < places.width && x + places.cellWidth > places.left;
  return across && y < places.height && y + places.cellHeight > places.top;
}

function drawCells(
  target: RenderTarget,
  { runs }: HivePanel,
  row: HivePanelRow,
  at: number,
  places: PanelPlaces,
  colours: ThemeColours,
): void {
  const [, y] = cellCorner(places, 0, at);
  if (y > places.height || y + places.cellHeight < places.top) return;
  if (at > 0) target.line(places.left, y + 0.5, places.width, y + 0.5, { stroke: colours.grid });
  runs.forEach((_, run) => {
    if (!inSight(places, run, at)) return;
    const [x] = cellCorner(places, run, at);
    const cell = row.cell(run);
    if ('instead' in cell) drawInstead(target, cell.instead, x, y, places, colours);
    else {
      const frame = cellFrame(places, run, at);
      drawHive(target, cell.drawing, frame, colours);
      drawAxisCounts(target, cell.counts, frame, colours);
    }
  });
}

function drawInstead(
  target: RenderTarget,
  text: string,
  x: number,
  y: number,
  { cellWidth, cellHeight }: PanelPlaces,
  colours: ThemeColours,
): void {
  const lines = wrapText(text, Math.floor((cellWidth - 2 * PAD) / 6));
  lines.forEach((line, at) => {
    const top = y + cellHeight / 2 + (at - (lines.length - 1) / 2) * 14;
    target.text(x + cellWidth / 2, top, line, { fill: colours.muted, align: 'middle', baseline: 'middle' });
  });
}

function drawRowName(
  target: RenderTarget,
  { title, note, cuts, axes }: HivePanelRow,
  at: number,
  places: PanelPlaces,
  colours: ThemeColours,
): void {
  const [, y] = cellCorner(places, 0, at);
  if (y > places.height || y + places.cellHeight < places.top) return;
  if (at > 0) target.line(0, y + 0.5, places.left, y + 0.5, { stroke: colours.grid });
  const lines = axes
    ? [`N ${axes[0]}`, `SW ${axes[1]}`, `SE ${axes[2]}`]
    : cuts
      ? [
          `N ${shortValue(cuts.least)} to ${shortValue(cuts.low)}`,
          `SW to ${shortValue(cuts.high)}`,
          `SE to ${shortValue(cuts.most)}`,
        ]
      : [];
  const texts = [note, ...lines];
  const start = y + Math.max(15, (places.cellHeight - 14 * texts.length) / 2);
  target.text(8, start, title, { fill: colours.ink, size: 13, weight: 'bold' });
  texts.forEach((text, line) => {
    target.text(8, start + 14 + 14 * line, text, { fill: colours.muted });
  });
}

function drawRunName(
  target: RenderTarget,
  { name, note, colour }: HivePanelRun,
  at: number,
  places: PanelPlaces,
  colours: ThemeColours,
): void {
  const [x] = cellCorner(places, at, 0);
  if (x > places.width || x + places.cellWidth < places.left) return;
  const shown = fitText(target, name, places.cellWidth - 24, { size: 12, weight: 'bold' });
  const width = target.measure(shown, { size: 12, weight: 'bold' }) + 14;
  const start = x + (places.cellWidth - width) / 2;
  target.rect(start, places.top - 33, 9, 9, { fill: colour });
  target.text(start + 14, places.top - 24, shown, { fill: colours.ink, size: 12, weight: 'bold' });
  target.text(x + places.cellWidth / 2, places.top - 9, fitText(target, note, places.cellWidth - 4, {}), {
    fill: colours.muted,
    align: 'middle',
  });
}

function fitText(
  target: RenderTarget,
  text: string,
  width: number,
  style: Parameters<RenderTarget['measure']>[1],
): string {
  if (target.measure(text, style) <= width) return text;
  let end = text.length - 1;
  while (end > 1 && target.measure(`${text.slice(0, end)}…`, style) > width) end--;
  return `${text.slice(0, end)}…`;
}

function wrapText(text: string, letters: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < letters)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

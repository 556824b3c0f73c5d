import { themeColours } from '../colour/theme.ts';
import { drawSvg } from '../target/draw-svg.ts';
import type { RenderTarget } from '../target/render-target.ts';

interface EvidenceBar {
  readonly title: string;
  readonly value: number;
  /** Least and most of the runs of the claimed code, and of the whole library. */
  readonly code: readonly [number, number];
  readonly all: readonly [number, number];
}

interface EvidencePicture {
  readonly title: string;
  readonly sentence: string;
  readonly code: string;
  readonly rows: readonly EvidenceBar[];
}

const [WIDTH, ROW, TOP, BELOW] = [760, 34, 92, 40];
const [BAR_LEFT, BAR_RIGHT] = [340, 640];
const colours = themeColours('light');
const CLAIMED = '#9aa0a8';

/** What speaks against a claim: each feature of the run on the range of the library, beside the runs of the claimed code. */
export function evidenceSvg({ title, sentence, code, rows }: EvidencePicture): string {
  const height = TOP + rows.length * ROW + BELOW;
  return drawSvg(WIDTH, height, title, (target) => {
    target.rect(0, 0, WIDTH, height, { fill: colours.background });
    target.text(16, 28, title, { fill: colours.ink, size: 16, weight: 'bold' });
    target.text(16, 48, sentence, { fill: colours.muted, size: 12 });
    target.text(16, TOP - 14, 'feature', { fill: colours.muted });
    target.text(BAR_LEFT, TOP - 14, 'against the range of the library', { fill: colours.muted });
    target.text(WIDTH - 16, TOP - 14, 'this run', { fill: colours.muted, align: 'end' });
    target.line(16, TOP - 6, WIDTH - 16, TOP - 6, { stroke: colours.hairline });
    rows.forEach((row, at) => drawRow(target, row, TOP + at * ROW));
    drawKey(target, code, height - 16);
  });
}

function drawRow(target: RenderTarget, { title, value, code, all }: EvidenceBar, y: number): void {
  const span = all[1] - all[0] || 1;
  const place = (one: number): number => BAR_LEFT + ((one - all[0]) / span) * (BAR_RIGHT - BAR_LEFT);
  const middle = y + ROW / 2;
  target.text(16, middle, title, { fill: colours.ink, size: 12, baseline: 'middle' });
  target.rect(BAR_LEFT, middle - 5, BAR_RIGHT - BAR_LEFT, 10, { fill: colours.grid });
  const [from, to] = code.map(place);
  target.rect(from - 1, middle - 5, Math.max(2, to - from + 2), 10, { fill: CLAIMED });
  target.line(place(value), middle - 9, place(value), middle + 9, { stroke: colours.ink, lineWidth: 2.5 });
  const text = String(Number(value.toPrecision(3)));
  target.text(WIDTH - 16, middle, text, { fill: colours.ink, size: 12, align: 'end', baseline: 'middle' });
}

function drawKey(target: RenderTarget, code: string, y: number): void {
  target.line(22, y - 9, 22, y + 1, { stroke: colours.ink, lineWidth: 2.5 });
  target.text(30, y, 'this run', { fill: colours.muted });
  target.rect(100, y - 9, 20, 9, { fill: CLAIMED });
  target.text(126, y, `runs of ${code} in the library`, { fill: colours.muted });
  target.rect(340, y - 9, 20, 9, { fill: colours.grid });
  target.text(366, y, 'all runs of the library', { fill: colours.muted });
}

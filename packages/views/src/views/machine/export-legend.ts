import { colourMap, type RenderTarget } from '@weft/draw';
import { formatExact, formatQuantity } from '@weft/model';
import type { Legend } from './legend.ts';
import { coloursOf, type MachinePicture } from './machine-picture.ts';

/** What a picture that leaves the page says below itself: its moment, and what colours, sizes and shapes mean. */
export interface ExportLegend {
  readonly height: number;
  draw(target: RenderTarget, top: number): void;
}

interface Part {
  readonly text?: string;
  readonly swatch?: string;
  /** Colours from the least to the most. */
  readonly ramp?: readonly string[];
}

interface PlacedPart extends Part {
  readonly x: number;
  readonly row: number;
}

const SIZE = 11;
const ROW = 18;
const PAD = 8;
const SWATCH = 14;
const RAMP = 128;
/** Of a letter, roughly: rows are broken before anything is drawn. */
const LETTER = 6.4;
const MOST_KEYS = 12;

export function createExportLegend(picture: MachinePicture, legends: readonly Legend[]): ExportLegend {
  const { width } = picture.camera.size.peek();
  const colours = coloursOf(picture);
  const lines = [momentLine(picture), ...legends.map((legend) => partsOf(picture, legend))];
  const placed = placeParts(
    lines.filter((line) => line.length > 0),
    width,
  );
  const rows = 1 + Math.max(-1, ...placed.map(({ row }) => row));
  const height = rows === 0 ? 0 : rows * ROW + PAD;
  return {
    height,
    draw(target, top) {
      target.rect(0, top, width, height, { fill: colours.background });
      for (const part of placed)
        drawPart(target, part, top + PAD / 2 + ROW * (part.row + 0.5), colours.muted);
    },
  };
}

function momentLine({ data, motion }: MachinePicture): Part[] {
  if (!data.messages) return [];
  const clock = formatQuantity(motion.playback.time.peek(), 'ns');
  return [{ text: `at ${clock}, messages under way: ${formatExact(motion.underWay.peek(), '')}` }];
}

function partsOf({ workspace }: MachinePicture, legend: Legend): Part[] {
  const title = { text: legend.title };
  switch (legend.kind) {
    case 'keys': {
      const more = legend.keys.length - MOST_KEYS;
      const keys = legend.keys
        .slice(0, MOST_KEYS)
        .map(({ name, colour }) => ({ text: name, swatch: colour }));
      return [title, ...keys, ...(more > 0 ? [{ text: `and ${more} more` }] : [])];
    }
    case 'scale': {
      const [low, high] = legend.domain.map((end) => ({ text: formatQuantity(end, legend.unit) }));
      return [title, low, { ramp: colourMap(workspace.colourMap.peek(), workspace.theme.peek()).css }, high];
    }
    case 'sizes': {
      const [low, high] = legend.domain.map((end) => formatQuantity(end, legend.unit));
      const [small, large] = legend.mark === 'line' ? ['thin', 'thick'] : ['small', 'large'];
      return [title, { text: `${small} ${low}, ${large} ${high}` }];
    }
    case 'shapes':
      return [title, ...legend.keys.map(({ shape, name }) => ({ text: `${shape}: ${name}` }))];
  }
}

/** Each line begins a row and takes more where it is too long for one. */
function placeParts(lines: readonly (readonly Part[])[], width: number): PlacedPart[] {
  const placed: PlacedPart[] = [];
  let row = -1;
  for (const line of lines) {
    let x = PAD;
    row++;
    for (const part of line) {
      const wide = widthOf(part);
      if (x > PAD && x + wide > width - PAD) {
        x = PAD;
        row++;
      }
      placed.push({ ...part, x, row });
      x += wide + 10;
    }
  }
  return placed;
}

function widthOf({ text = '', swatch, ramp }: Part): number {
  return (ramp ? RAMP : 0) + (swatch ? SWATCH : 0) + text.length * LETTER;
}

function drawPart(
  target: RenderTarget,
  { x, text, swatch, ramp }: PlacedPart,
  middle: number,
  ink: string,
): void {
  if (swatch) target.rect(x, middle - 5, 10, 10, { fill: swatch });
  if (ramp) {
    for (let at = 0; at < RAMP; at += 2)
      target.rect(x + at, middle - 5, 2, 10, {
        fill: ramp[Math.round((at / (RAMP - 2)) * (ramp.length - 1))],
      });
  }
  if (text)
    target.text(x + (swatch ? SWATCH : 0), middle, text, { fill: ink, size: SIZE, baseline: 'middle' });
}

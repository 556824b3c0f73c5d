import type { DrawPicture } from '@weft/draw';
import { context2d, createCanvasTarget } from './canvas-target.ts';

/** At twice the screen's resolution. */
export function exportPng(width: number, height: number, draw: DrawPicture): Promise<Blob> {
  const ratio = 2 * (window.devicePixelRatio || 1);
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  const context = context2d(canvas);
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  draw(createCanvasTarget(context, width, height));
  return canvasBlob(canvas);
}

export function canvasBlob(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('the browser made no PNG'))),
      'image/png',
    );
  });
}

/** RFC 4180 with a header line; text that a spreadsheet would take for a formula is quoted with a leading '. */
export function formatCsv(
  header: readonly string[],
  rows: Iterable<readonly (string | number | null)[]>,
): string {
  const lines = [header.map(csvField).join(',')];
  for (const row of rows) lines.push(row.map(csvField).join(','));
  return `${lines.join('\r\n')}\r\n`;
}

function csvField(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : '';
  const safe = /^[=@\t\r]|^[+-].*[(|!]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

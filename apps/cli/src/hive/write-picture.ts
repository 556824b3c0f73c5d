import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, extname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { WeftError } from '@weft/model';

/** Pixels of a PNG to one of the drawing. */
const SCALE = 2;
const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'];

/** Refuses files that end in neither .svg nor .png before any work is done. */
export function checkPictureFile(file: string): void {
  if (['.svg', '.png'].includes(extname(file))) return;
  throw new WeftError({
    code: 'PICTURE-FORMAT',
    message: 'the panel is drawn as SVG or PNG',
    file,
    advice: 'Name a file that ends in .svg or .png.',
  });
}

/** Writes a drawing as SVG, or as PNG with the help of a program of this computer. */
export function writePicture(file: string, svg: string, env: NodeJS.ProcessEnv = process.env): void {
  if (extname(file) === '.svg') writeFileSync(file, svg);
  else writePng(resolve(file), svg, env);
}

function writePng(file: string, svg: string, env: NodeJS.ProcessEnv): void {
  const folder = mkdtempSync(join(tmpdir(), 'weft-picture-'));
  try {
    const drawing = join(folder, 'drawing.svg');
    writeFileSync(drawing, svg);
    const [program, ...args] = pngCommand(drawing, file, sizeOf(svg), folder, env);
    const { status, stderr } = spawnSync(program, args, { encoding: 'utf8' });
    if (status !== 0 || !existsSync(file)) throw noPng(file, `${program} made no PNG: ${lastLine(stderr)}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function pngCommand(
  drawing: string,
  file: string,
  [width, height]: readonly [number, number],
  folder: string,
  env: NodeJS.ProcessEnv,
): readonly string[] {
  const converter = findProgram(['rsvg-convert'], env);
  if (converter) return [converter, '--zoom', String(SCALE), '--output', file, drawing];
  const browser = env.CHROME_PATH ?? findProgram(BROWSERS, env);
  if (!browser) throw noPng(file, 'neither rsvg-convert nor Chromium or Chrome was found');
  return [
    browser,
    '--headless',
    '--hide-scrollbars',
    // Chromium's sandbox does not start for root; the page is our own drawing.
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    `--user-data-dir=${join(folder, 'browser')}`,
    `--force-device-scale-factor=${SCALE}`,
    `--window-size=${width},${height}`,
    `--screenshot=${file}`,
    pathToFileURL(drawing).href,
  ];
}

function findProgram(names: readonly string[], { PATH = '' }: NodeJS.ProcessEnv): string | undefined {
  return names
    .flatMap((name) => PATH.split(delimiter).map((folder) => join(folder, name)))
    .find((path) => existsSync(path));
}

function sizeOf(svg: string): readonly [number, number] {
  const [, width = '0', height = '0'] = /<svg[^>]* width="(\d+)[^"]*" height="(\d+)/.exec(svg) ?? [];
  return [Number(width), Number(height)];
}

function lastLine(text: string | null): string {
  return text?.trim().split('\n').at(-1) ?? 'it did not start';
}

function noPng(file: string, message: string): WeftError {
  return new WeftError({
    code: 'PICTURE-PROGRAM',
    message,
    file,
    advice:
      'Name a file that ends in .svg, or install librsvg (rsvg-convert) or Chromium; CHROME_PATH may name it.',
  });
}

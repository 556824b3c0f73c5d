/** Casts take from the compiler what it would check: there are few, and `--list` names them. */
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findCasts } from './find-casts.js';
import { sourceFiles } from './source-files.js';

const MOST_PER_1000_LINES = 3;

const root = fileURLToPath(new URL('..', import.meta.url));
const paths = ['packages', 'apps']
  .flatMap((folder) => sourceFiles(join(root, folder)))
  .filter((path) => /^(?:packages|apps)[\\/][\w-]+[\\/]src[\\/]/.test(relative(root, path)));

let lines = 0;
const casts = paths.flatMap((path) => {
  const text = readFileSync(path, 'utf8');
  lines += text.split('\n').length - 1;
  return findCasts(path, text).map((line) => `${relative(root, path)}:${line}`);
});
const share = (1000 * casts.length) / lines;
const few = share <= MOST_PER_1000_LINES;
if (!few || process.argv.includes('--list')) for (const place of casts) console.log(place);
console.log(
  `casts: ${casts.length} in ${lines} lines, ${share.toFixed(2)} per 1000 (at most ${MOST_PER_1000_LINES})`,
);
if (!few) process.exit(1);

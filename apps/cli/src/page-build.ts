import { spawn } from 'node:child_process';
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { WeftError } from '@weft/model';
import { putFolder } from './put-folder.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const SOURCES = ['apps/web', 'packages'];

/** The folder of the built page, built first in a checkout where it is missing or older than its sources. */
export async function ensurePage(): Promise<string> {
  const folder = join(root, 'apps/web/dist');
  const built = join(folder, 'index.html');
  const isCheckout = existsSync(join(root, 'packages'));
  if (existsSync(built) && (!isCheckout || statSync(built).mtimeMs >= newestSource())) return folder;
  console.error('Building the page …');
  await build(folder);
  return folder;
}

/** Elsewhere first: two commands that start together each build a page of their own, and one of them stays. */
async function build(folder: string): Promise<void> {
  const own = join(root, `node_modules/.cache/weft/page-${process.pid}`);
  try {
    await runVite(own);
    putFolder(own, folder);
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
}

function newestSource(): number {
  return Math.max(...SOURCES.map((folder) => newestIn(join(root, folder))));
}

function newestIn(folder: string): number {
  let newest = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.name === 'dist' || entry.name === 'test' || entry.name === 'node_modules') continue;
    const path = join(folder, entry.name);
    newest = Math.max(newest, entry.isDirectory() ? newestIn(path) : statSync(path).mtimeMs);
  }
  return newest;
}

function runVite(folder: string): Promise<void> {
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  return new Promise((resolve, reject) => {
    const args = ['build', 'apps/web', '--outDir', folder, '--emptyOutDir', '--logLevel', 'error'];
    const child = spawn(process.execPath, [vite, ...args], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    child.on('error', reject);
    child.on('exit', (code) => (code === 0 ? resolve() : reject(buildFailed())));
  });
}

function buildFailed(): WeftError {
  return new WeftError({
    code: 'PAGE-NOT-BUILT',
    message: 'the page could not be built',
    advice: 'Run `npm ci`, then `npm run build`, and read its messages.',
  });
}

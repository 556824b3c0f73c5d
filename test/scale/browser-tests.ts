import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Ended } from './weft-command.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const vitest = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url));

/** An engine on a busy machine takes its time. */
const TEST_MS = 600_000;

/** Runs browser tests with more in their environment than this process has. */
export function runBrowserTests(
  files: readonly string[],
  more: Readonly<Record<string, string>>,
): Promise<Ended> {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST'));
  const paths = files.map((file) => `test/browser/${file}`);
  const args = [vitest, 'run', '--project', 'browser', `--testTimeout=${TEST_MS}`, ...paths];
  const child = spawn(process.execPath, args, { cwd: root, env: { ...Object.fromEntries(own), ...more } });
  const end = () => void child.kill();
  process.once('exit', end);
  const text = { out: '', err: '' };
  child.stdout.on('data', (part) => {
    text.out += part;
  });
  child.stderr.on('data', (part) => {
    text.err += part;
  });
  return new Promise((resolve) => {
    child.on('close', (code) => {
      process.off('exit', end);
      resolve({ code, ...text });
    });
  });
}

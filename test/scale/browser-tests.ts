import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { endProcess, processesWith } from './slurm-processes.ts';
import type { Ended } from './weft-command.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const vitest = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url));

/** An engine on a busy machine takes its time. */
const TEST_MS = 600_000;

/** Runs browser tests over an engine; when they are given up, nothing of them stays behind. */
export function runBrowserTests(
  files: readonly string[],
  engine: string,
  folder: string,
  signal: AbortSignal,
): Promise<Ended> {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST'));
  const paths = files.map((file) => `test/browser/${file}`);
  const args = [vitest, 'run', '--project', 'browser', `--testTimeout=${TEST_MS}`, ...paths];
  const env = { ...Object.fromEntries(own), WEFT_TEST_ENGINE: engine, TMPDIR: folder };
  const child = spawn(process.execPath, args, { cwd: root, env });
  // A browser is no child of this process, and outlives those that started it.
  const end = () => processesWith(`WEFT_TEST_ENGINE=${engine}`).forEach(endProcess);
  process.once('exit', end);
  signal.addEventListener('abort', end);
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
      end();
      if (signal.aborted) console.log(`${text.out}\n${text.err}`);
      resolve({ code, ...text });
    });
  });
}

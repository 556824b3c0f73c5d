import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createRandom } from '@weft/model';
import { openDataset } from '@weft/store';
import { expect } from 'vitest';

export const weft = fileURLToPath(new URL('../../apps/cli/bin/weft.js', import.meta.url));
export const trace = fileURLToPath(new URL('../../fixtures/dumpi/bswap8', import.meta.url));

export function startWeft(
  folder: string,
  args: readonly string[],
  env: Record<string, string> = {},
): ChildProcess {
  return startNode(folder, [weft, ...args], env);
}

/** Any program of Node. */
export function startNode(
  folder: string,
  args: readonly string[],
  env: Record<string, string> = {},
): ChildProcess {
  return spawn(process.execPath, args, {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

export function exitOf(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => child.once('close', () => resolve()));
}

export async function rowsOf(
  path: string,
  table: 'messages' | 'counters' | 'message_phases',
): Promise<number> {
  const dataset = await openDataset(path, { threads: 1 });
  const { rows } = await dataset.readTable(table);
  await dataset.close();
  return rows;
}

/** Kills the command at random moments of its run until so many kills have hit it. */
export async function killAtRandom(
  run: () => ChildProcess,
  milliseconds: number,
  kills: number,
  check: () => Promise<void>,
): Promise<void> {
  const random = createRandom('kills');
  for (let hits = 0, attempts = 0; hits < kills; attempts++) {
    expect(attempts).toBeLessThan(3 * kills);
    const child = run();
    const exit = exitOf(child);
    await new Promise((resolve) => setTimeout(resolve, (0.3 + 0.7 * random.next()) * milliseconds));
    if (child.exitCode === null && child.kill('SIGKILL')) hits++;
    await exit;
    await check();
  }
}

/** Kills the command where it has paused inside its commit. */
export async function killPaused(child: ChildProcess): Promise<void> {
  const exit = exitOf(child);
  await new Promise((resolve) =>
    child.stderr?.on('data', (text) => String(text).includes('paused') && resolve(null)),
  );
  expect(child.exitCode).toBe(null);
  child.kill('SIGKILL');
  await exit;
}

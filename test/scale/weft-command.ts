import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const weft = fileURLToPath(new URL('../../apps/cli/bin/weft.js', import.meta.url));

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Starts the command as a user of a cluster does. */
export function startWeft(
  env: Readonly<Record<string, string>>,
  args: readonly string[],
): { child: ChildProcess; ended: Promise<Ended> } {
  const child = spawn(process.execPath, [weft, ...args], { env: { ...process.env, ...env } });
  const text = { out: '', err: '' };
  child.stdout.on('data', (part) => {
    text.out += part;
  });
  child.stderr.on('data', (part) => {
    text.err += part;
  });
  const ended = new Promise<Ended>((resolve) => child.on('close', (code) => resolve({ code, ...text })));
  return { child, ended };
}

export async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; tries < 1200; tries++) {
    if (holds()) return;
    await sleep(50);
  }
  throw new Error('it did not come about within a minute');
}

import { execFile } from 'node:child_process';
import { readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { epochOfFile } from '@weft/fabric';
import type { Reading } from './watch-loop.ts';

const run = promisify(execFile);
const MOST_OUTPUT = 1 << 28;

type Sampler = (signal: AbortSignal) => Promise<readonly Reading[]>;

/** Runs a command of the shell; what it prints is the sample. */
export function commandSampler(command: string, folder: string, now: () => number): Sampler {
  const path = join(folder, 'sample');
  return async (signal) => {
    const time = now() / 1000;
    const { stdout } = await run('/bin/sh', ['-c', command], {
      signal,
      maxBuffer: MOST_OUTPUT,
      encoding: 'buffer',
    });
    await writeFile(path, stdout);
    return [{ file: { path, origin: command, size: stdout.length }, time }];
  };
}

/** Takes the files that came into a folder since the last time, by their times. */
export function folderSampler(folder: string): Sampler {
  const seen = new Set<string>();
  return async () => {
    const readings: Reading[] = [];
    for (const name of await readdir(folder)) {
      const path = join(folder, name);
      const facts = await stat(path);
      if (seen.has(name) || !facts.isFile() || name.startsWith('.')) continue;
      seen.add(name);
      const file = { path, origin: path, size: facts.size };
      readings.push({ file, time: (await epochOfFile(file)) ?? facts.mtimeMs / 1000 });
    }
    return readings.sort((a, b) => a.time - b.time || (a.file.path < b.file.path ? -1 : 1));
  };
}

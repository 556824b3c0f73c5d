import { readFile, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { SweepFacts } from '@weft/protocol';
import { z } from 'zod';

/** As `weft simulate` leaves it beside the datasets of a sweep. */
const sweepIndex = z.object({
  format: z.literal('weft-sweep'),
  version: z.literal(1),
  runs: z.array(
    z.object({
      dataset: z.string(),
      values: z.record(z.string(), z.unknown()),
      end: z.number().nullable(),
      bytesSent: z.number().nullable(),
    }),
  ),
});

const MOST_BYTES = 16e6;

/** The sweeps that datasets belong to: what `sweep.json` in their folder says of them, by path of the dataset. */
export async function readSweeps(paths: readonly string[]): Promise<ReadonlyMap<string, SweepFacts>> {
  const facts = new Map<string, SweepFacts>();
  const names = new Set<string>();
  for (const folder of new Set(paths.map((path) => dirname(path)))) {
    const runs = await readRuns(folder);
    if (!runs) continue;
    const name = freeName(basename(folder), names);
    for (const [index, { dataset, values, end, bytesSent }] of runs.entries()) {
      const path = join(folder, basename(dataset));
      if (paths.includes(path)) facts.set(path, { name, index, values: asTexts(values), end, bytesSent });
    }
  }
  return facts;
}

async function readRuns(folder: string): Promise<z.infer<typeof sweepIndex>['runs'] | null> {
  try {
    const path = join(folder, 'sweep.json');
    if ((await stat(path)).size > MOST_BYTES) return null;
    return sweepIndex.parse(JSON.parse(await readFile(path, 'utf8'))).runs;
  } catch {
    // No sweep, or one that is being written: its datasets are shown one by one.
    return null;
  }
}

function freeName(name: string, taken: Set<string>): string {
  let free = name;
  for (let n = 2; taken.has(free); n++) free = `${name} (${n})`;
  taken.add(free);
  return free;
}

function asTexts(values: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([path, value]) => [
      path,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  );
}

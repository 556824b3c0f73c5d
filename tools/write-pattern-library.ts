import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { formatEntries, type LibraryEntry } from '@weft/analysis';
import { noisyRuns } from '../apps/cli/src/identify/noisy-run.ts';
import { patterns } from '../apps/cli/src/identify/patterns.ts';

/** Writes the generated part of the library anew: two noisy runs of each pattern and size. */
const RUNS = 2;
const folder = fileURLToPath(new URL('../library/patterns/', import.meta.url));

mkdirSync(folder, { recursive: true });
for (const pattern of patterns) {
  const entries: LibraryEntry[] = [];
  for await (const entry of noisyRuns([pattern], 0, RUNS)) entries.push(entry);
  writeFileSync(`${folder}${pattern.code}.json`, formatEntries(entries));
}

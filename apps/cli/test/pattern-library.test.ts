import { readFileSync } from 'node:fs';
import { parseEntries } from '@weft/analysis';
import { ownLibrary } from '@weft/server';
import { expect, it } from 'vitest';
import { noisyRuns } from '../src/identify/noisy-run.ts';
import { patterns } from '../src/identify/patterns.ts';

it.each(patterns.map(({ code }) => code))('holds %s as it is generated today', async (code) => {
  const file = `${ownLibrary}patterns/${code}.json`;
  const stored = parseEntries(readFileSync(file, 'utf8'), file);
  const pattern = patterns.find((one) => one.code === code)!;
  const sizes = [Math.min(...stored.map(({ ranks }) => ranks))];
  for await (const fresh of noisyRuns([{ ...pattern, sizes }], 0, 1))
    expect(stored.find(({ run }) => run === fresh.run)).toEqual(fresh);
});

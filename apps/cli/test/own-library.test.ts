import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEntries } from '@weft/analysis';
import { importFiles } from '@weft/readers';
import { ownLibrary } from '@weft/server';
import { createDataset } from '@weft/store';
import { afterAll, describe, expect, it } from 'vitest';
import { fingerprintDataset } from '../src/identify/identify-dataset.ts';
import { noisyRuns } from '../src/identify/noisy-run.ts';
import { patterns } from '../src/identify/patterns.ts';

const folder = mkdtempSync(join(tmpdir(), 'weft-library-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function stored(file: string) {
  const path = join(ownLibrary, file);
  return parseEntries(readFileSync(path, 'utf8'), path);
}

describe('the library that comes with Weft', () => {
  it.each(patterns.map(({ code }) => code))('holds the pattern %s as it is generated today', async (code) => {
    const entries = stored(`patterns/${code}.json`);
    const pattern = patterns.find((one) => one.code === code)!;
    const sizes = [Math.min(...entries.map(({ ranks }) => ranks))];
    for await (const fresh of noisyRuns([{ ...pattern, sizes }], 0, 1))
      expect(entries.find(({ run }) => run === fresh.run)).toEqual(fresh);
  });

  it.each([
    ['bswap-dumpi-bswap8', 'dumpi/bswap8'],
    ['bswap-ipm-bswap8', 'ipm/bswap8.ipm.xml'],
    ['bswap-otf2-p-bswap8', 'otf2/p-bswap8'],
  ])('holds the trace %s as it is read today', async (name, path) => {
    const [entry] = stored(`traces/${name}.json`);
    const trace = fileURLToPath(new URL(`../../../fixtures/${path}`, import.meta.url));
    const dataset = join(folder, `${name}.weft`);
    const writer = await createDataset(dataset);
    await writer.finish((await importFiles([trace], writer, {})).facts);
    const { features, ranks } = await fingerprintDataset(dataset, null);
    expect({ features, ranks }).toEqual({ features: entry.features, ranks: entry.ranks });
  });
});

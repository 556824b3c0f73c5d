import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createRandom, WeftError } from '@weft/model';
import { afterAll, describe, expect, it } from 'vitest';
import { type ImportedFabric, importFabric } from './support/import-fabric.ts';

const k4 = (name: string) => fileURLToPath(new URL(`../../../fixtures/ib/k4/${name}`, import.meta.url));
const cache = readFileSync(k4('topology.cache'));
const folder = mkdtempSync(join(tmpdir(), 'weft-cache-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function put(bytes: Uint8Array): string {
  const path = join(folder, 'cache');
  writeFileSync(path, bytes);
  return path;
}

describe('the cached form of ibnetdiscover', () => {
  it('is the same fabric as what ibnetdiscover prints', async () => {
    const [text, cached] = await Promise.all(
      ['topology.ibnetdiscover', 'topology.cache'].map((name) => importFabric([k4(name)])),
    );
    for (const table of ['vertices', 'lids'] as const)
      expect(cached.sink.rows(table)).toEqual(text.sink.rows(table));
    const links = ({ sink }: ImportedFabric): string[] =>
      sink
        .rows('links')
        .map(({ id: _id, reverse: _reverse, ...link }) => JSON.stringify(link))
        .sort();
    expect(links(cached)).toEqual(links(text));
    expect(cached.report.facts.network).toEqual(text.report.facts.network);
    expect(cached.report.facts.diagnostics).toEqual([]);
  });

  it('that is cut off is refused with the place', async () => {
    const cut = importFabric([put(cache.subarray(0, 15_000))]);
    await expect(cut).rejects.toMatchObject({ code: 'BAD-CACHE', offset: expect.any(Number) });
    const other = Uint8Array.from(cache);
    other[4] = 9;
    await expect(importFabric([put(other)])).rejects.toMatchObject({ code: 'BAD-CACHE', offset: 4 });
  });

  it('with damaged bytes is read or refused, whatever they are', async () => {
    const random = createRandom(3);
    for (let round = 0; round < 60; round++) {
      const bytes = Uint8Array.from(cache);
      for (let i = 0; i < 4; i++)
        bytes[4 + Math.floor(random.next() * (bytes.length - 4))] = random.next() * 256;
      const error = await importFabric([put(bytes)], { keepGoing: round % 2 === 0 }).catch(
        (reason) => reason,
      );
      if (error instanceof Error) expect(error).toBeInstanceOf(WeftError);
    }
  });
});

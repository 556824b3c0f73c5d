import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openDataset } from '@weft/store';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { main } from '../src/main.ts';

const fixtures = fileURLToPath(new URL('../../../fixtures/', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'weft-older-'));
const now = join(folder, 'now.weft');

beforeAll(async () => {
  expect(await main(['import', join(fixtures, 'dumpi/bswap8'), '-o', now])).toBe(0);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What all versions have of this trace, by SQL. */
const QUESTIONS = [
  'select src, dst, bytes, count, tag, call, send_start, send_end, recv_start, recv_end from messages order by all',
  'select rank, call, enter, exit, stream, depth, kind from spans order by all',
  'select job, rank, call, count, bytes, time from calls order by all',
  'select count(*) n from messages where step is null',
];

async function answers(path: string): Promise<unknown[]> {
  const dataset = await openDataset(path);
  const found = [];
  for (const question of QUESTIONS) found.push((await dataset.sql(question)).columns);
  await dataset.close();
  return found;
}

describe.each([1, 4, 5])('a dataset that a program of version %i wrote', (version) => {
  const path = join(fixtures, `datasets/version-${version}`);

  it('answers as one imported today', async () => {
    expect(await answers(path)).toEqual(await answers(now));
  });

  it('takes tables that came later, keeps its own as they are, and is then of version 6', async () => {
    const copy = join(folder, `version-${version}.weft`);
    cpSync(path, copy, { recursive: true });
    expect(await main(['phases', copy])).toBe(0);
    const { version: written, tablesVersion } = JSON.parse(readFileSync(join(copy, 'manifest.json'), 'utf8'));
    expect([written, tablesVersion]).toEqual([6, version < 3 ? 2 : version]);
    expect(await answers(copy)).toEqual(await answers(now));
    const dataset = await openDataset(copy);
    const { columns } = await dataset.sql('select sum(messages) m from phases');
    expect(columns.m).toEqual(Float64Array.of(24));
    await dataset.close();
  });
});

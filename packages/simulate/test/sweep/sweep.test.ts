import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadSweep } from '../../src/index.ts';
import { expandSweep } from '../../src/sweep/expand-sweep.ts';

const base = {
  version: 1,
  title: 'Shift',
  network: { family: 'fat-tree', params: { ports: 4, pods: 4 } },
  routing: 'd-mod-k',
  jobs: [{ name: 'a', ranks: 16, workload: { kind: 'shift', bytes: 1000 } }],
  model: { kind: 'event' },
};

describe('the combinations of a sweep', () => {
  it('are all of them, each once, with the last path fastest', () => {
    const vary = { routing: ['d-mod-k', 'up-down'], 'jobs.0.workload.bytes': [1000, '64 KiB'] };
    const found = expandSweep({ ...base, vary }, 's.json') ?? [];
    expect(found.map(({ name }) => name)).toEqual([
      'routing-d-mod-k_bytes-1000',
      'routing-d-mod-k_bytes-64KiB',
      'routing-up-down_bytes-1000',
      'routing-up-down_bytes-64KiB',
    ]);
    expect(found[3].scenario).toEqual({
      ...base,
      routing: 'up-down',
      jobs: [{ ...base.jobs[0], workload: { kind: 'shift', bytes: '64 KiB' } }],
    });
    expect(base.routing).toBe('d-mod-k');
  });

  it('number the product of the lists, with different names', () => {
    const lists = fc.uniqueArray(fc.integer({ min: 0, max: 999 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(fc.array(lists, { minLength: 1, maxLength: 4 }), (values) => {
        const vary = Object.fromEntries(values.map((list, key) => [`key${key}`, list]));
        const names = (expandSweep({ vary }, 's.json') ?? []).map(({ name }) => name);
        expect(names.length).toBe(values.reduce((product, list) => product * list.length, 1));
        expect(new Set(names).size).toBe(names.length);
      }),
    );
  });

  it('keep their names when a list grows', () => {
    const names = (seeds: number[]) =>
      (expandSweep({ ...base, vary: { seed: seeds } }, 's.json') ?? []).map(({ name }) => name);
    expect(names([0, 1, 2])).toEqual(expect.arrayContaining(names([1, 2])));
  });

  it.each([
    [{}, 'at least one path'],
    [{ routing: [] }, 'at least one path'],
    [{ routing: 'd-mod-k' }, 'at least one path'],
    [{ 'jobs.3.ranks': [1] }, 'no such place'],
    [{ seed: [1, 1] }, 'both be called seed-1'],
    [
      { seed: Array.from({ length: 101 }, (_, i) => i), x: Array.from({ length: 101 }, (_, i) => i) },
      '10201 combinations',
    ],
  ])('are refused with their fault: %j', (vary, rule) => {
    expect(() => expandSweep({ ...base, vary }, 's.json')).toThrow(rule);
  });

  it('are none of a scenario without vary', () => {
    expect(expandSweep(base, 's.json')).toBeNull();
  });
});

describe('a sweep file', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'weft-sweep-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const load = (content: unknown) => {
    const file = join(folder, 'sweep.json');
    writeFileSync(file, JSON.stringify(content));
    return loadSweep(file);
  };

  it('gives checked scenarios whose titles tell their values', () => {
    const runs = load({ ...base, vary: { seed: [1, 2] } }) ?? [];
    expect(runs.map(({ scenario }) => [scenario.title, scenario.seed])).toEqual([
      ['Shift: seed = 1', 1],
      ['Shift: seed = 2', 2],
    ]);
  });

  it('says with which values a scenario is wrong', () => {
    expect(() => load({ ...base, vary: { routing: ['d-mod-k', 'astray'] } })).toThrow(/routing.*astray/s);
  });
});

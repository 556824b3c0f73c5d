import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { WeftError } from '@weft/model';
import { parseScenario, parseScenarioText, prepareScenario } from '@weft/simulate';
import { describe, expect, it } from 'vitest';
import type { Json } from './fuzz/mutate-json.ts';

const studies = fileURLToPath(new URL('../../studies', import.meta.url));

/** In the place of a number. */
const EXTREMES: readonly Json[] = [
  ...[1e308, -1e308, 1e-308, -0, -1, 0.5, 2 ** 31, 2 ** 53, 2 ** 53 + 2],
  ...['NaN', 'Infinity', '1e308 s', '-1 B', '', '0x10', '٣'],
  ...[null, true, [], [[]], {}, [1e308]],
];

type Place = readonly (string | number)[];

function numbersIn(value: Json, place: Place = []): Place[] {
  if (typeof value === 'number') return [place];
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, inner]) => numbersIn(inner, [...place, key]));
}

function changed(value: Json, [key, ...rest]: Place, to: Json): Json {
  if (key === undefined) return to;
  const copy = structuredClone(value) as { [key: string]: Json };
  copy[key] = changed(copy[key], rest, to);
  return copy;
}

/** A scenario, or an error that names its place. */
function parsedOrRefused(raw: unknown) {
  try {
    return parseScenario(raw, 'x.json');
  } catch (error) {
    expect(error).toBeInstanceOf(WeftError);
    expect(error).toMatchObject({ code: 'BAD-SCENARIO', file: 'x.json' });
    return null;
  }
}

describe('every number of a scenario', () => {
  const files = readdirSync(studies).filter((name) => name.endsWith('.json'));
  it.each(files)('of %s may be any other value', (name) => {
    const study: Json = JSON.parse(readFileSync(join(studies, name), 'utf8'));
    for (const place of numbersIn(study))
      for (const to of EXTREMES) parsedOrRefused(changed(study, place, to));
  });

  const small: Json = {
    version: 1,
    title: 'small',
    seed: 1,
    network: { family: 'fat-tree', params: { ports: 4, pods: 4 }, failures: { links: 1 } },
    routing: [{ at: 0, router: 'd-mod-k' }],
    link: { bandwidth: 1e9, latency: 100 },
    switchDelay: 90,
    jobs: [
      {
        name: 'a',
        workload: { kind: 'ring', rounds: 2, bytes: 8 },
        ranks: 4,
        ranksPerHost: 1,
        start: 1,
        repeat: 2,
      },
      {
        name: 'b',
        workload: { kind: 'halo', sides: [2, 2] },
        ranks: 4,
        placement: { hosts: [8, 9, 10, 11] },
      },
    ],
    model: { kind: 'event', packet: 4096 },
    counters: { interval: 1000, loads: 2000 },
  };

  it('that is taken leads to a network with jobs, or to a refusal', () => {
    for (const place of numbersIn(small)) {
      for (const to of EXTREMES) {
        const scenario = parsedOrRefused(changed(small, place, to));
        if (!scenario) continue;
        try {
          expect(prepareScenario(scenario).jobs.length).toBe(2);
        } catch (error) {
          if (!(error instanceof WeftError)) throw new Error(`${place.join('.')} = ${to}`, { cause: error });
        }
      }
    }
  });
});

const job = { name: 'a', workload: { kind: 'ring' }, ranks: 2 };
const chain = (length: number) =>
  Array.from({ length }, (_, j) => ({ ...job, name: `${j}`, after: [`${(j + 1) % length}`] }));
const around = (change: object) =>
  JSON.stringify({
    version: 1,
    title: 'x',
    network: { family: 'fat-tree', params: { ports: 4, pods: 4 } },
    routing: 'd-mod-k',
    jobs: [job],
    ...change,
  });

const TEXTS: Readonly<Record<string, () => string>> = {
  'brackets without end': () => '['.repeat(5_000_000),
  'objects in objects': () => `${'{"network":'.repeat(100_000)}1${'}'.repeat(100_000)}`,
  'lists in the place of a list': () =>
    around({}).replace('"jobs":[', `"jobs":[${'['.repeat(5000)}${']'.repeat(5000)},`),
  'a million jobs': () => around({ jobs: new Array(1_000_000).fill(0) }),
  'no jobs': () => around({ jobs: [] }),
  'a circle of 10,000 jobs': () => around({ jobs: chain(10_000) }),
  'a job after a million others': () => around({ jobs: [{ ...job, after: new Array(1_000_000).fill('b') }] }),
  '300,000 routings': () => around({ routing: new Array(300_000).fill({ at: 0, router: 'd-mod-k' }) }),
  '300,000 metrics': () => around({ counters: { metrics: new Array(300_000).fill('data') } }),
  'a prototype': () => around({ jobs: [JSON.parse('{"__proto__":{"ranks":2},"name":"a"}')] }),
  'a number beyond all': () => around({}).replace('"ranks":2', '"ranks":1e400'),
  'a number of a million digits': () => around({}).replace('"ranks":2', `"ranks":${'9'.repeat(1_000_000)}`),
  'a name of 50 MB': () => around({ routing: 'x'.repeat(50_000_000) }),
  'a zero byte': () => `${around({})}\0`,
  nothing: () => '',
};

it.each(Object.keys(TEXTS))('a scenario with %s is refused at once', { timeout: 30_000 }, (name) => {
  const text = TEXTS[name]();
  expect(() => parseScenarioText(text, 'x.json')).toThrow(WeftError);
});

it('a million phases of messages are taken one by one', () => {
  const phases = new Array(1_000_000).fill({ messages: [[0, 1, 8]] });
  const text = around({ jobs: [{ ...job, workload: { kind: 'messages', phases } }] });
  const { jobs } = prepareScenario(parseScenarioText(text, 'x.json'));
  const [first] = jobs[0].phases();
  expect([...first.src, ...first.dst]).toEqual([0, 1]);
});

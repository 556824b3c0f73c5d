import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { NetworkBuilder, WeftError } from '@weft/model';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { JobLoads } from '../src/engine/job-loads.ts';
import {
  listStudies,
  loadScenario,
  loadStudy,
  parseScenario,
  parseScenarioText,
  prepareScenario,
  scenarioJsonSchema,
  scenarioSchema,
  simulate,
} from '../src/index.ts';
import { PhaseBuilder } from '../src/phase-builder.ts';
import { messageBytes } from '../src/quantity.ts';

const sound = {
  version: 1,
  title: 'sound',
  network: { family: 'fat-tree', params: { ports: 4, pods: 4 } },
  routing: 'd-mod-k',
  jobs: [{ name: 'a', workload: { kind: 'ring' }, ranks: 8 }],
};

/** The message, without lists of names and reasons that other packages write. */
function fault(change: Record<string, unknown>): string {
  try {
    prepareScenario(parseScenario({ ...sound, ...change }, 'x.json'), { file: 'x.json' });
  } catch (error) {
    expect(error).toBeInstanceOf(WeftError);
    const { code, message, file, record } = error as WeftError;
    expect(file).toBe('x.json');
    expect(code).toBe('BAD-SCENARIO');
    expect(message.startsWith(`${record}: `)).toBe(true);
    return message.replace(/(Expected '|expected one of |this network: ).*/, '$1…');
  }
  throw new Error('no error');
}

const job = (change: Record<string, unknown>) => ({ jobs: [{ ...sound.jobs[0], ...change }] });

describe('a bad scenario is refused with its JSON path and the rule broken', () => {
  it.each<[string, Record<string, unknown>]>([
    ['an unknown key', { speed: 3 }],
    ['an unknown key inside', job({ workload: { kind: 'ring', byte: 5 } })],
    ['an unknown workload', job({ workload: { kind: 'rings' } })],
    ['an unknown router', { routing: 'dmodk' }],
    ['an unknown family', { network: { family: 'fattree', params: {} } }],
    [
      'pods that do not divide the ports',
      { network: { family: 'fat-tree', params: { ports: 36, pods: 5 } } },
    ],
    ['more ranks than hosts', job({ ranks: 17 })],
    [
      'jobs that do not fit together',
      { jobs: [...job({ ranks: 9 }).jobs, { ...sound.jobs[0], name: 'b', ranks: 8 }] },
    ],
    ['pods too small for a job', job({ ranks: 9, placement: { pods: [2, 3] } })],
    ['a missing network file', { network: { file: 'nowhere.json' } }],
    ['a missing host file', job({ placement: { file: 'nowhere.txt' } })],
    ['hosts that do not exist', job({ ranks: 2, placement: { hosts: [3, 99] } })],
    [
      'cyclic dependencies',
      {
        jobs: [
          { ...sound.jobs[0], after: ['b'], ranks: 2 },
          { ...sound.jobs[0], name: 'b', after: ['a'], ranks: 2 },
        ],
      },
    ],
    ['a dependency on itself', job({ after: [sound.jobs[0].name] })],
    ['a dependency on nobody', job({ after: ['z'] })],
    ['more failures than parts', { network: { ...sound.network, failures: { switches: 1000 } } }],
    ['two jobs of one name', { jobs: [sound.jobs[0], sound.jobs[0]] }],
    ['a grid of other size', job({ workload: { kind: 'halo', sides: [3, 3] } })],
    [
      'a fault inside a sequence',
      job({
        workload: {
          kind: 'sequence',
          steps: [{ kind: 'ring' }, { kind: 'bit-pattern', pattern: 'reverse' }],
        },
        ranks: 6,
      }),
    ],
    ['a text without unit', job({ start: '5 parsecs' })],
    ['a negative size', job({ workload: { kind: 'ring', bytes: -1 } })],
    [
      'routings out of order',
      {
        routing: [
          { at: 0, router: 'd-mod-k' },
          { at: '0 s', router: 'sssp' },
        ],
      },
    ],
    ['a router for another family', { routing: 'dimension-order' }],
    ['a rate outside of a history', job({ rate: '5 MB/s' })],
    ['no jobs', { jobs: [] }],
    ['load bins that cut intervals', { counters: { interval: '2 us', loads: '3 us' } }],
  ])('%s', (_, change) => {
    expect(fault(change)).toMatchSnapshot();
  });

  it('text that is not JSON, and a file that is not there', () => {
    expect(() => parseScenarioText('{', 'y.json')).toThrow('not JSON');
    expect(() => loadScenario('nowhere.json')).toThrow('cannot read the scenario');
    expect(() => loadStudy('nothing')).toThrow('no study is called nothing');
  });
});

describe('a quantity out of all bounds', () => {
  it.each([
    ['jobs.0.workload.bytes', job({ workload: { kind: 'ring', bytes: 1e15 } })],
    ['link.bandwidth', { link: { bandwidth: 1e-300 } }],
    ['counters.interval', { counters: { interval: 0.001 } }],
    ['jobs.0.ranks', job({ ranks: 3e8 })],
    ['jobs.0.start', job({ start: 1e300 })],
    ['counters.interval', { counters: { interval: '900 d' } }],
    ['jobs.0.workload.rounds', job({ workload: { kind: 'ring', rounds: 1e12 } })],
    ['jobs.0.workload.reach', job({ workload: { kind: 'irregular', reach: 1e308 } })],
    ['jobs.0.repeat', job({ repeat: 1e12 })],
  ])('is refused at %s before anything is built', (path, change) => {
    expect(() => parseScenario({ ...sound, ...change })).toThrow(path);
  });

  it('of messages is told with the room that they would take', () => {
    const steps = [{ kind: 'ring', rounds: 1e6 }, { kind: 'halo' }];
    const workload = { kind: 'sequence', steps, iterations: 1e6 };
    expect(() => parseScenario({ ...sound, ...job({ workload }) })).toThrow(
      'jobs.0.workload: 8 ranks would send some 8,000,008,000,000 messages, 160 TB of rows; a job may send 10,000,000,000',
    );
    expect(() => parseScenario({ ...sound, ...job({ repeat: 2e9 / 8 + 1, ranks: 40 }) })).toThrow(
      'jobs.0.workload: 40 ranks would send some 10,000,000,040 messages, 0.2 TB of rows',
    );
    expect(parseScenario({ ...sound, ...job({ repeat: 2e9 / 8, ranks: 40 }) }).jobs.length).toBe(1);
  });

  it('of a network is refused while it is built', () => {
    const builder = new NetworkBuilder(2);
    const [from, to] = [builder.addVertex({ kind: 'host' }), builder.addVertex({ kind: 'switch' })];
    expect(() => builder.addVertex({ kind: 'host' })).toThrow('a network may have at most 2 vertices');
    for (let cable = 0; cable < 2; cable++) builder.addCable({ from, to });
    expect(() => builder.addCable({ from, to })).toThrow('a network may have at most 2 cables');
  });

  it('of a phase is refused before it is allocated', () => {
    expect(() => new PhaseBuilder(1e9)).toThrow('a phase may have at most 67,108,864 messages');
  });

  it('of dependencies is none: a chain of forty diamonds is placed at once', () => {
    const jobs = Array.from({ length: 80 }, (_, j) => {
      const first = j - (j % 2);
      return {
        ...sound.jobs[0],
        name: `${j}`,
        ranks: 1,
        after: j < 2 ? [] : [`${first - 2}`, `${first - 1}`],
      };
    });
    expect(prepareScenario(parseScenario({ ...sound, jobs })).jobs.length).toBe(80);
  });

  it('of dependencies is none: each of 2000 jobs waits for all before it, listed from the last to the first', () => {
    const names = Array.from({ length: 2000 }, (_, j) => `${j}`);
    const jobs = names.map((name, j) => ({ ...sound.jobs[0], name, ranks: 1, after: names.slice(0, j) }));
    expect(parseScenario({ ...sound, jobs: jobs.reverse() }).jobs.length).toBe(2000);
  });

  it('of a file is refused, and what stands in a list of hosts is not told', () => {
    expect(() => loadScenario('/dev/zero')).toThrow('cannot read the scenario');
    const placed = (file: string) => parseScenario({ ...sound, ...job({ placement: { file } }) });
    expect(() => prepareScenario(placed('/dev/zero'))).toThrow('cannot read the file /dev/zero');
    const secret = () => prepareScenario(placed(fileURLToPath(import.meta.url)));
    expect(secret).toThrow('entry 1 is not a host number');
    expect(secret).not.toThrow('import');
  });
});

describe('more intervals than fit', () => {
  const ring = (bytes: number, more: object = {}) => ({
    ...sound,
    jobs: [{ name: 'a', workload: { kind: 'ring', bytes }, ranks: 8, ...more }],
    model: { kind: 'event' },
  });
  it.each([
    ['crossed by one message', { ...ring(1e12), counters: { interval: 1e5 } }],
    ['of an idle run', { ...ring(8, { start: 1e12 }), counters: { interval: 1 } }],
    [
      'of a history',
      {
        ...ring(8, { duration: 1e9 }),
        model: { kind: 'history', duration: 1e12 },
        counters: { interval: 1 },
      },
    ],
  ])('are refused before they take memory or disk: %s', async (_, raw) => {
    const sink = { write: () => Promise.resolve() };
    const run = simulate(parseScenario(raw), sink);
    await expect(run).rejects.toMatchObject({ code: 'TOO-MANY-INTERVALS' });
  });

  it('are refused for loads of many jobs on many links', () => {
    expect(() => new JobLoads(100_000, 10_000, 1)).toThrow('would take 7.5 GiB');
  });
});

describe('a simulation beyond exact time', () => {
  it.each(['load', 'event'])('is refused by the %s model', async (kind) => {
    const scenario = parseScenario({
      ...sound,
      ...job({ start: '3 h' }),
      model: { kind },
      counters: { interval: '1 h' },
    });
    await expect(simulate(scenario, { write: async () => {} })).rejects.toThrow(
      'times are exact up to 9007 s',
    );
  });
});

describe('the schema', () => {
  it('is the published one', () => {
    const published = new URL('../../../docs/scenario.schema.json', import.meta.url);
    expect(JSON.parse(readFileSync(published, 'utf8'))).toEqual(
      JSON.parse(JSON.stringify(scenarioJsonSchema())),
    );
  });

  it('refuses messages of no bytes just as the check does', () => {
    const bytes = [1, 0, 0.5, '1 B', '0 B', '0.0 kB', '64 KiB'];
    const accepted = bytes.filter((value) => {
      const input = { ...sound, ...job({ workload: { kind: 'ring', bytes: value } }) };
      return scenarioSchema.safeParse(input).success;
    });
    expect(accepted).toEqual([1, '1 B', '64 KiB']);
    const [number, text] = z.toJSONSchema(messageBytes, { io: 'input' }).anyOf ?? [];
    expect(number).toMatchObject({ type: 'integer', exclusiveMinimum: 0 });
    const pattern = new RegExp((text as { pattern: string }).pattern);
    expect(bytes.filter((value) => typeof value === 'string' && pattern.test(value))).toEqual([
      '1 B',
      '64 KiB',
    ]);
  });

  it('takes quantities with units', () => {
    const { link, jobs } = parseScenario({
      ...sound,
      link: { bandwidth: '25 GB/s', latency: '0.5 us' },
      ...job({ start: '1.5 h', workload: { kind: 'ring', bytes: '64 KiB' } }),
    });
    expect(link).toEqual({ bandwidth: 25e9, latency: 500, parallel: 'routed' });
    expect(jobs[0].start).toBe(5400e9);
    expect(jobs[0].workload.bytes).toBe(65_536);
  });
});

describe('the studies', () => {
  it.each(listStudies().map(({ id }) => id))('%s is sound and says what the index says', (id) => {
    const { scenario, place } = loadStudy(id);
    const listed = listStudies().find((study) => study.id === id);
    expect({ title: scenario.title, description: scenario.description }).toEqual({
      title: listed?.title,
      description: listed?.description,
    });
    if (scenario.jobs.reduce((sum, { ranks }) => sum + ranks, 0) > 1000) return;
    expect(prepareScenario(scenario, place).jobs).toHaveLength(scenario.jobs.length);
  });

  it('begin with the one that opens first', () => {
    expect(listStudies()[0].id).toBe('fat-tree-1296');
  });
});

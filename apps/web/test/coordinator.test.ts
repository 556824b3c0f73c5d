import { defineAnalysis } from '@weft/analysis';
import {
  accumulate,
  batchFromRows,
  type Cube,
  createCube,
  defineTable,
  links,
  tables,
  textColumn,
  vertices,
  WeftError,
} from '@weft/model';
import { later, needAnalysis, needCube, needNetwork, needTable } from '@weft/views';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { Activity } from '../src/activity/activity.ts';
import { createQuiet } from '../src/activity/quiet.ts';
import type { ApiClient } from '../src/api/api-client.ts';
import { createCoordinator } from '../src/data/coordinator.ts';

const { jobs: jobsTable, counters: countersTable } = tables;

const slow = defineAnalysis({
  name: 'slow',
  title: 'Slow',
  doc: 'It takes as long as the test wants.',
  params: z.object({ count: z.number().default(1) }),
  result: { names: defineTable('names', 'Names.', { name: { kind: 'text', doc: 'a name' } }) },
  needs: () => ({}),
  run: () => ({ names: { rows: 0, columns: { name: textColumn([]) } } }),
});

/** A server that answers when told to. */
function createFakeApi() {
  const asked: string[] = [];
  const aborted: string[] = [];
  const waiting = new Map<string, { resolve: (value: unknown) => void; reject: (error: unknown) => void }>();
  const ask = (name: string, signal?: AbortSignal) => {
    asked.push(name);
    return new Promise<never>((resolve, reject) => {
      waiting.set(name, { resolve: resolve as (value: unknown) => void, reject });
      signal?.addEventListener('abort', () => {
        aborted.push(name);
        reject(signal.reason);
      });
    });
  };
  const api = {
    queryTable: (_id, query, { signal }) => ask(query.table, signal),
    readCube: (_id, metric, { signal }, after) =>
      ask(after === undefined ? metric : `${metric} after ${after}`, signal),
    runAnalysis: (_id, name, _params, { signal, onProgress }) => {
      onProgress?.({ label: 'Working', done: 1, total: 4, unit: 'steps' });
      return ask(name, signal);
    },
  } as Partial<ApiClient> as ApiClient;
  const settle = () => new Promise((resolve) => setTimeout(resolve, 5));
  return {
    api,
    asked,
    aborted,
    answer(name: string, value: unknown) {
      waiting.get(name)?.resolve(value);
      return settle();
    },
    fail(name: string, error: unknown) {
      waiting.get(name)?.reject(error);
      return settle();
    },
    settle,
  };
}

function setup(options = {}) {
  const fake = createFakeApi();
  let running = 0;
  const { whenQuiet, disturb } = createQuiet();
  const activity: Activity = {
    whenQuiet,
    begin: (urgency = 'first') => {
      running++;
      const endFirst = urgency === 'first' ? disturb() : () => {};
      return () => {
        running--;
        endFirst();
      };
    },
  };
  const coordinator = createCoordinator(fake.api, activity, { graceMilliseconds: 1, ...options });
  return { ...fake, coordinator, running: () => running };
}

const grown = { metrics: [{ name: 'data', unit: 'B', doc: '', kind: 'amount' as const }] };

describe('coordinator', () => {
  it('asks once for what two views need', async () => {
    const { coordinator, asked, answer, running } = setup();
    const first = coordinator.want('d', needCube('data'));
    const second = coordinator.want('d', needCube('data'));
    expect(asked).toEqual(['data']);
    expect(running()).toBe(1);
    await answer('data', { sums: new Float64Array(4) });
    expect(first.state.value).toEqual({ status: 'ready', data: { sums: new Float64Array(4) } });
    expect(second.state.value).toBe(first.state.value);
    expect(running()).toBe(0);
  });

  it('asks anew for another dataset or other parameters', () => {
    const { coordinator, asked } = setup();
    coordinator.want('d', needTable('jobs'));
    coordinator.want('e', needTable('jobs'));
    coordinator.want('d', needTable('jobs', { limit: 5 }));
    coordinator.want('d', needAnalysis(slow, { count: 1 }));
    coordinator.want('d', needAnalysis(slow, { count: 2 }));
    coordinator.want('d', needAnalysis(slow, { count: 1 }));
    expect(asked).toEqual(['jobs', 'jobs', 'jobs', 'slow', 'slow']);
  });

  it('aborts only what nobody wants any more', async () => {
    const { coordinator, aborted, settle } = setup();
    const first = coordinator.want('d', needAnalysis(slow, {}));
    const second = coordinator.want('d', needAnalysis(slow, {}));
    first.release();
    first.release();
    await settle();
    expect(aborted).toEqual([]);
    second.release();
    await settle();
    expect(aborted).toEqual(['slow']);
  });

  it('goes on when a view comes back within the time of grace', async () => {
    const { coordinator, asked, aborted, settle } = setup();
    coordinator.want('d', needCube('data')).release();
    coordinator.want('d', needCube('data'));
    await settle();
    expect(asked).toEqual(['data']);
    expect(aborted).toEqual([]);
  });

  it('tells progress, failure, and tries again', async () => {
    const { coordinator, asked, fail, answer } = setup();
    const ticket = coordinator.want('d', needAnalysis(slow, {}));
    expect(ticket.state.value).toMatchObject({ status: 'loading', progress: { done: 1, total: 4 } });
    await fail('slow', new WeftError({ code: 'BOOM', message: 'it broke' }));
    expect(ticket.state.value).toMatchObject({ status: 'failed', error: { code: 'BOOM' } });
    ticket.retry();
    expect(asked).toEqual(['slow', 'slow']);
    await answer('slow', { names: { rows: 1, columns: { name: textColumn(['a']) } } });
    expect(ticket.state.value.status).toBe('ready');
  });

  it.each([
    ['names: is missing', {}],
    ['names: column name is missing', { names: { rows: 1, columns: {} } }],
    ['names: column name must be a text', { names: { rows: 1, columns: { name: Int32Array.of(1) } } }],
  ])('refuses an answer that is not what the analysis declares: %s', async (fault, data) => {
    const { coordinator, answer } = setup();
    const ticket = coordinator.want('d', needAnalysis(slow, {}));
    await answer('slow', data);
    expect(ticket.state.value).toMatchObject({ status: 'failed', error: { code: 'BAD-ANSWER' } });
    expect(JSON.stringify(ticket.state.value)).toContain(fault);
  });

  it('keeps within its budget, dropping what was used longest ago and never what is in use', async () => {
    const { coordinator, asked, answer } = setup({ budget: 250 });
    const load = async (metric: string) => {
      const ticket = coordinator.want('d', needCube(metric));
      await answer(metric, { sums: new Float64Array(12) });
      return ticket;
    };
    const held = await load('held');
    (await load('old')).release();
    (await load('new')).release();
    asked.length = 0;
    coordinator.want('d', needCube('held'));
    coordinator.want('d', needCube('new'));
    expect(asked).toEqual([]);
    coordinator.want('d', needCube('old'));
    expect(asked).toEqual(['old']);
    expect(held.state.value.status).toBe('ready');
  });

  it('builds the network from its two tables', async () => {
    const { coordinator, asked, answer } = setup();
    const ticket = coordinator.want('d', needNetwork());
    expect(asked).toEqual(['vertices', 'links']);
    const vertex = { kind: 'host', name: null, guid: null, level: -1, pod: -1, bundle: -1, coord: [] };
    const link = { src_port: 0, dst_port: 0, reverse: -1, class: null, direction: null, capacity: -1 };
    const two = [0, 1];
    await answer(
      'vertices',
      batchFromRows(
        vertices,
        two.map((id) => ({ ...vertex, id })),
      ),
    );
    await answer(
      'links',
      batchFromRows(
        links,
        two.map((id) => ({ ...link, id, src: id, dst: 1 - id })),
      ),
    );
    expect(ticket.state.value).toMatchObject({ status: 'ready', data: { vertexCount: 2, linkCount: 2 } });
  });

  it('renews what comes from changed tables, showing what was there until then', async () => {
    const { coordinator, asked, answer } = setup();
    const cube = coordinator.want('d', needCube('data'));
    const jobs = coordinator.want('d', needTable('jobs'));
    const other = coordinator.want('e', needCube('wait'));
    await answer('data', cubeOf([1, 2, 3]));
    await answer('jobs', batchFromRows(jobsTable, []));
    asked.length = 0;
    const renewed = coordinator.renew('d', grown, new Set(['counters']));
    await answer('', null);
    expect(asked).toEqual(['data after 1']);
    expect(cube.state.value).toMatchObject({ status: 'ready', data: { steps: 3 } });
    await answer('data after 1', cubeOf([2, 5, 4], 1));
    await renewed;
    expect(cube.state.value).toMatchObject({ status: 'ready', data: { steps: 4 } });
    const { data } = cube.state.value as { data: Cube };
    expect([...data.sums]).toEqual([0, 1, 3, 8, 12]);
    expect(jobs.state.value.status).toBe('ready');
    expect(other.state.value.status).toBe('loading');
  });

  it('forgets what nobody wants of changed tables, and asks again for what was under way', async () => {
    const { coordinator, asked, answer } = setup();
    const unused = coordinator.want('d', needCube('unused'));
    await answer('unused', cubeOf([1, 2, 3]));
    unused.release();
    const waiting = coordinator.want('d', needTable('counters'));
    const renewed = coordinator.renew('d', grown, new Set(['counters']));
    await answer('counters', batchFromRows(countersTable, []));
    expect(asked).toEqual(['unused', 'counters', 'counters']);
    await answer('counters', batchFromRows(countersTable, [{ time: 1, link: 0, metric: 'data', value: 7 }]));
    await renewed;
    expect(waiting.state.value).toMatchObject({ status: 'ready', data: { rows: 1 } });
    coordinator.want('d', needCube('unused'));
    expect(asked.at(-1)).toBe('unused');
  });
});

describe('requests that a view is drawn without', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('asks for what a view is drawn without when nothing is under way that views wait for', async () => {
    const { coordinator, asked, answer } = setup();
    const finer = coordinator.want('d', later(needCube('finer')));
    coordinator.want('d', needCube('first'));
    await vi.advanceTimersByTimeAsync(1000);
    expect(asked).toEqual(['first']);
    expect(finer.state.value.status).toBe('loading');
    const answered = answer('first', cubeOf([1]));
    await vi.advanceTimersByTimeAsync(100);
    await answered;
    expect(asked).toEqual(['first', 'finer']);
  });

  it('does not let it wait for ever, nor where another view waits for the same', async () => {
    const { coordinator, asked } = setup({ holdMilliseconds: 2000 });
    coordinator.want('d', needCube('first'));
    coordinator.want('d', later(needCube('finer')));
    coordinator.want('d', later(needCube('finest')));
    coordinator.want('d', needCube('finer'));
    await vi.advanceTimersByTimeAsync(1000);
    expect(asked).toEqual(['first', 'finer']);
    await vi.advanceTimersByTimeAsync(1100);
    expect(asked).toEqual(['first', 'finer', 'finest']);
  });

  it('does not ask for what nobody wants any more when its turn comes', async () => {
    const { coordinator, asked, running } = setup();
    coordinator.want('d', needCube('first'));
    coordinator.want('d', later(needCube('finer'))).release();
    await vi.advanceTimersByTimeAsync(3000);
    expect(asked).toEqual(['first']);
    expect(running()).toBe(1);
  });
});

/** A cube of one link with these amounts, a step each from `first` on. */
function cubeOf(amounts: readonly number[], first = 0): Cube {
  const cube = createCube(
    'data',
    1,
    Float64Array.from({ length: amounts.length + 1 }, (_, at) => first + at),
  );
  cube.sums.set(amounts, 1);
  return accumulate(cube);
}

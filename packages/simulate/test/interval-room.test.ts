import { MemorySink } from '@weft/model';
import { describe, expect, it } from 'vitest';
import { CounterWindows } from '../src/engine/counter-windows.ts';
import { JobLoads } from '../src/engine/job-loads.ts';
import { parseScenario, simulate } from '../src/index.ts';

describe('intervals of counters', () => {
  it('that a message spans at once are refused where they would not fit into memory', () => {
    const counters = new CounterWindows(1_000_000, 1000);
    expect(() => counters.book(0, 0, 1_000_000, 1_000_000, 1, 0)).toThrow(/span 67 intervals of 1 ns.*2 GiB/);
    const loads = new JobLoads(1_000_000, 8, 1000);
    expect(() => {
      for (let start = 0; start < 1_000_000; start += 1000) loads.book(0, 0, start, 1);
    }).toThrow(/span 33 intervals/);
  });

  it('are refused where a run has more of them than a dataset can take, before it begins', async () => {
    const run = (model: object, times: object) => {
      const scenario = {
        version: 1,
        title: 'short intervals',
        network: { family: 'fat-tree', params: { ports: 4, pods: 4 } },
        routing: 'd-mod-k',
        jobs: [{ name: 'a', ranks: 2, workload: { kind: 'ring' }, ...times }],
        model,
        counters: { interval: '10 ns' },
      };
      return simulate(parseScenario(scenario), new MemorySink());
    };
    const tooMany = 'longer than 100,000,000 intervals of 10 ns';
    await expect(run({ kind: 'history', duration: '1 d' }, { duration: '1 h' })).rejects.toThrow(tooMany);
    await expect(run({ kind: 'event' }, { start: '1 h' })).rejects.toThrow(tooMany);
    await expect(run({ kind: 'load' }, { start: '1 h' })).rejects.toThrow(tooMany);
  });
});

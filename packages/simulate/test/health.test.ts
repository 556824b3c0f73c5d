import { MemorySink } from '@weft/model';
import { describe, expect, it } from 'vitest';
import { parseScenario, simulate } from '../src/index.ts';

/** Rank 0 sends one message in each phase; rank 1 waits for nothing, unless there are barriers. */
async function leadAfter(phases: number, barrier: boolean): Promise<number | undefined> {
  const phase = { messages: [[0, 1, 1000]], wait: 'sends', barrier };
  const { health } = await simulate(
    parseScenario({
      version: 1,
      title: 'lead',
      network: { family: 'fat-tree', params: { ports: 4 } },
      routing: 'd-mod-k',
      jobs: [{ name: 'a', ranks: 2, workload: { kind: 'messages', phases: Array(phases).fill(phase) } }],
      model: { kind: 'event' },
    }),
    new MemorySink(),
  );
  return health?.furthestAhead;
}

describe('the health of a simulation', () => {
  it('tells how many phases a rank was ahead of the slowest', async () => {
    expect(await leadAfter(1, false)).toBe(0);
    expect(await leadAfter(5, false)).toBe(4);
    expect(await leadAfter(5, true)).toBe(0);
  });

  it('which is less than the 32 at which it is held back', async () => {
    expect(await leadAfter(100, false)).toBe(31);
  });
});

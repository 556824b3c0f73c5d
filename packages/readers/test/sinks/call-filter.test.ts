import { batchFromRows, calls, MemorySink, messages } from '@weft/model';
import { describe, expect, it } from 'vitest';
import { CallFilter, parseCalls } from '../../src/index.ts';

async function filter(wanted: string, names: readonly (string | null)[]) {
  const sink = new MemorySink();
  const filtered = new CallFilter(sink, parseCalls(wanted));
  const times = { send_start: 0, send_end: 1, recv_start: 2, recv_end: 3 };
  const rows = names.map((call, id) => ({
    ...{ id, job: 0, src: 0, dst: 1, bytes: 8, tag: 0, comm: 0, call },
    ...times,
  }));
  await filtered.write('messages', batchFromRows(messages, rows));
  return { kept: sink.rows('messages').map(({ call }) => call), filtered };
}

describe('the filter of calls', () => {
  it('takes messages without a call name for point-to-point', async () => {
    const { kept, filtered } = await filter('p2p', [null, 'MPI_Isend', 'MPI_Bcast/binomial']);
    expect(kept).toEqual([null, 'MPI_Isend']);
    expect(filtered.finish()).toEqual([]);
  });

  it('counts messages without a call name that it leaves out', async () => {
    const { kept, filtered } = await filter('Isend,collective', [
      null,
      'MPI_Isend',
      'MPI_Bcast/binomial',
      null,
    ]);
    expect(kept).toEqual(['MPI_Isend', 'MPI_Bcast/binomial']);
    expect(filtered.finish()).toMatchObject([{ code: 'UNNAMED-MESSAGES', count: 2 }]);
  });

  it('refuses a misspelt name and tells the nearest', async () => {
    const { filtered } = await filter('Isned', ['MPI_Isend']);
    expect(() => filtered.finish()).toThrow('no call of this trace is called "MPI_Isned"');
    expect(() => filtered.finish()).toThrow(
      expect.objectContaining({ advice: expect.stringContaining('MPI_Isend') }),
    );
  });

  it('counts names that are calls but not of this trace', async () => {
    const { filtered } = await filter('Bsend,Isend', ['MPI_Isend']);
    expect(filtered.finish()).toMatchObject([{ code: 'CALLS-ABSENT', count: 1 }]);
  });

  it('knows every call the trace has, also those that move nothing', async () => {
    const sink = new MemorySink();
    const filtered = new CallFilter(sink, parseCalls('MPIX_Thing'));
    const row = { job: 0, rank: 0, call: 'MPIX_Thing', count: 1, bytes: 0, time: 1 };
    await filtered.write('calls', batchFromRows(calls, [row]));
    expect(filtered.finish()).toEqual([]);
    expect(sink.count('calls')).toBe(1);
  });
});

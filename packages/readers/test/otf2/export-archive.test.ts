import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type Batch,
  batchFromRows,
  type FrameOf,
  MemorySink,
  type RowOf,
  type TableName,
  type TableQuery,
  tables,
} from '@weft/model';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exportArchive, importFiles } from '../../src/index.ts';
import { walkSpans } from '../../src/otf2-writing/span-walk.ts';
import type { TraceTables } from '../../src/otf2-writing/trace-tables.ts';
import { temporaryFolders } from './temporary-folder.ts';

const fixtures = fileURLToPath(new URL('../../../../fixtures/', import.meta.url));
const newFolder = temporaryFolders();

/** The tables of an import, asked as a dataset is. */
function tablesOf(sink: MemorySink): TraceTables {
  const rowsOf = (table: TableName): Record<string, unknown>[] => sink.rows(table);
  return {
    manifest: { title: 'trace', timeRange: [0, 1e9], tables: {} },
    async read<Q extends TableQuery>({ table, where = [] }: Q): Promise<FrameOf<Q>> {
      const rows = rowsOf(table).filter((row) =>
        where.every((filter) => {
          const value = Number(row[filter.column]);
          if (filter.op === 'range') return value >= filter.from && value < filter.to;
          return filter.op === 'in' && filter.values.includes(value);
        }),
      );
      const batch: Batch = batchFromRows(tables[table], rows as never);
      return batch as unknown as FrameOf<Q>;
    },
  };
}

async function importInto(path: string): Promise<MemorySink> {
  const sink = new MemorySink();
  await importFiles([path], sink);
  return sink;
}

/** Rows without numbers that each import gives anew, in one order. */
function comparable<N extends TableName>(sink: MemorySink, table: N): string[] {
  const texts = sink.rows(table).map((row: RowOf<(typeof tables)[N]>) => {
    const { id, comm, ...rest } = row as Record<string, unknown>;
    return JSON.stringify(rest);
  });
  return texts.sort();
}

describe('an exported archive', () => {
  it.each(['dumpi/bswap8', 'otf2/p-subcoll16', 'otf2/p-icoll8', 'otf2/ez-bswap2-8'])(
    'of %s is read back equal',
    async (name) => {
      const sink = await importInto(join(fixtures, name));
      const target = join(newFolder(), 'archive');
      const { messages, messagesLeftOut, timesMoved } = await exportArchive(tablesOf(sink), target);
      const again = await importInto(target);
      expect([messages, messagesLeftOut, timesMoved]).toEqual([sink.count('messages'), 0, 0]);
      for (const table of ['messages', 'spans', 'collectives'] as const)
        expect(comparable(again, table)).toEqual(comparable(sink, table));
    },
  );

  it('leaves out and counts messages without a time, a peer, or of one row together', async () => {
    const sink = new MemorySink();
    const row = { job: 0, src: 0, dst: 1, bytes: 8, count: 1, tag: 3, comm: 0, call: 'MPI_Send' };
    const times = { send_start: 5, send_end: 9, recv_start: -1, recv_end: 9 };
    await sink.write(
      'messages',
      batchFromRows(tables.messages, [
        { ...row, ...times, id: 0 },
        { ...row, ...times, id: 1, dst: -1 },
        { ...row, ...times, id: 2, send_start: -1 },
        { ...row, ...times, id: 3, count: 5 },
        { ...row, ...times, id: 4, src: -1, count: 2 },
      ]),
    );
    const target = join(newFolder(), 'archive');
    expect(await exportArchive(tablesOf(sink), target)).toMatchObject({ messages: 1, messagesLeftOut: 9 });
    const [message] = (await importInto(target)).rows('messages');
    expect(message).toMatchObject({
      src: 0,
      dst: 1,
      bytes: 8,
      tag: 3,
      send_start: 5,
      send_end: 9,
      recv_end: 9,
    });
  });

  it('has the readings of counters of all threads, whole numbers and others, between the calls', async () => {
    const sink = await importInto(join(fixtures, 'otf2/p-bswap8'));
    const metric = { job: 0, unit: '#', timing: 'point', doc: 'cycles of the core' };
    await sink.write(
      'rank_metrics',
      batchFromRows(tables.rank_metrics, [
        { ...metric, metric: 'PAPI_TOT_CYC', mode: 'accumulated' },
        { ...metric, metric: 'power', unit: 'W', mode: 'level', timing: 'next', doc: null },
      ]),
    );
    const stream = { job: 0, stream: 1, name: 'thread 1', kind: 'thread' };
    await sink.write('streams', batchFromRows(tables.streams, [{ ...stream, rank: 3 }]));
    const { enter, exit } = sink.rows('spans').find(({ rank }) => rank === 3)!;
    const reading = { job: 0, rank: 3, stream: 0 };
    await sink.write(
      'rank_counters',
      batchFromRows(tables.rank_counters, [
        { ...reading, metric: 'PAPI_TOT_CYC', time: enter, value: 9_007_199_254_740_991 },
        { ...reading, metric: 'PAPI_TOT_CYC', time: 0, value: -7 },
        { ...reading, metric: 'power', time: exit, value: 71.25 },
        { ...reading, metric: 'power', time: exit + 1e9, value: 3 },
        { ...reading, stream: 1, metric: 'PAPI_TOT_CYC', time: 12, value: 0 },
      ]),
    );
    const target = join(newFolder(), 'archive');
    const report = await exportArchive(tablesOf(sink), target);
    expect(report).toMatchObject({ readings: 5, readingsLeftOut: 0, timesMoved: 0 });
    const again = await importInto(target);
    for (const table of ['spans', 'messages', 'rank_counters', 'rank_metrics'] as const)
      expect(comparable(again, table)).toEqual(comparable(sink, table));
  });

  it('holds one job, names the others, and counts readings of counters without a time, which it leaves out', async () => {
    const sink = new MemorySink();
    const rank = { host: -1 };
    await sink.write(
      'ranks',
      batchFromRows(tables.ranks, [
        { ...rank, job: 3, rank: 0 },
        { ...rank, job: 7, rank: 0 },
        { ...rank, job: 7, rank: 1 },
      ]),
    );
    const message = { src: 0, bytes: 8, count: 1, tag: 3, comm: 0, call: 'MPI_Send' };
    const times = { send_start: 5, send_end: 9, recv_start: -1, recv_end: 9 };
    await sink.write(
      'messages',
      batchFromRows(tables.messages, [
        { ...message, ...times, job: 3, id: 0, dst: 0 },
        { ...message, ...times, job: 7, id: 1, dst: 1 },
      ]),
    );
    await sink.write(
      'rank_counters',
      batchFromRows(tables.rank_counters, [
        { job: 7, rank: 1, stream: 0, metric: 'PAPI_TOT_CYC', time: -1, value: 1 },
      ]),
    );
    const [first, second] = [join(newFolder(), 'archive'), join(newFolder(), 'archive')];
    expect(await exportArchive(tablesOf(sink), first)).toMatchObject({
      job: 3,
      otherJobs: [7],
      messages: 1,
      readingsLeftOut: 0,
    });
    expect(await exportArchive(tablesOf(sink), second, 7)).toMatchObject({
      job: 7,
      otherJobs: [3],
      messages: 1,
      readingsLeftOut: 1,
    });
    expect((await importInto(second)).rows('messages')).toMatchObject([{ src: 0, dst: 1 }]);
    await expect(exportArchive(tablesOf(sink), join(newFolder(), 'archive'), 5)).rejects.toMatchObject({
      code: 'NO-SUCH-JOB',
    });
  });
});

/** Spans within each other, as a stack of calls makes them. */
const nested = fc.array(fc.tuple(fc.nat(3), fc.boolean()), { maxLength: 40 }).map((steps) => {
  const spans: { enter: number; exit: number; depth: number }[] = [];
  const open: number[] = [];
  let now = 0;
  const leave = () => (spans[open.pop()!].exit = now);
  for (const [wait, enters] of steps) {
    now += wait;
    if (enters) open.push(spans.push({ enter: now, exit: now, depth: open.length }) - 1);
    else if (open.length > 0) leave();
  }
  while (open.length > 0) leave();
  return spans;
});

describe('spans of a location', () => {
  it('are entered and left once, at their times and within each other', () => {
    fc.assert(
      fc.property(nested, (spans) => {
        const found = spans.map(() => [-1, -1]);
        const open: number[] = [];
        let last = 0;
        const notBefore = (time: number) => {
          expect(time).toBeGreaterThanOrEqual(last);
          last = time;
        };
        const moved = walkSpans(
          {
            enter: Float64Array.from(spans, ({ enter }) => enter),
            exit: Float64Array.from(spans, ({ exit }) => exit),
            depth: Int32Array.from(spans, ({ depth }) => depth),
          },
          {
            enter(span, time) {
              notBefore(time);
              open.push(span);
              found[span][0] = time;
            },
            leave(span, time) {
              notBefore(time);
              expect(open.pop()).toBe(span);
              found[span][1] = time;
            },
          },
        );
        expect(moved).toBe(0);
        expect(found).toEqual(spans.map(({ enter, exit }) => [enter, exit]));
      }),
    );
  });
});

import {
  batchFromRows,
  calls as callsTable,
  collectives as collectivesTable,
  type Frame,
  messages as messagesTable,
  NONE,
  ranks as ranksTable,
  spans as spansTable,
  valueAt,
} from '@weft/model';
import { MessageSums } from '@weft/parts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { callProfile, matrixTiles } from '../src/index.ts';
import { runAnalysis } from './reference/run-analysis.ts';

const RANKS = 9;
const END = 1000;
const names = ['MPI_Bcast', 'MPI_Isend', 'MPI_Wait'];
const job = fc.constantFrom(2, 2, 2, 5);
const rank = fc.nat(RANKS - 1);
const perhaps = (values: fc.Arbitrary<number>) => fc.option(values, { nil: NONE, freq: 8 });
const time = fc.nat(END);
const call = fc.constantFrom(...names);

const message = fc.record({
  job,
  src: perhaps(rank),
  dst: perhaps(rank),
  bytes: fc.nat(50),
  count: fc.nat(3),
  call: fc.option(call, { freq: 8 }),
  send_start: perhaps(time),
  recv_end: perhaps(time),
});
const span = fc.record({ job, rank, call, enter: time, length: fc.nat(300) });
const given = fc.record({
  sent: fc.array(message, { maxLength: 40 }),
  spans: fc.array(span, { maxLength: 30 }),
  counted: fc.uniqueArray(
    fc.record({ job, rank, call, count: fc.nat(9), bytes: fc.nat(9), time: fc.nat(9) }),
    {
      selector: (row) => `${row.job} ${row.rank} ${row.call}`,
      maxLength: 30,
    },
  ),
  placed: fc.array(rank, { maxLength: 3 }),
});
type Given = typeof given extends fc.Arbitrary<infer G> ? G : never;

/** In the order of their names, as the store numbers them. */
function inOrder<F extends Frame>(frame: F, rows: readonly { readonly call: string | null }[]): F {
  const codes = Int32Array.from(rows, (row) => names.indexOf(row.call ?? ''));
  return { ...frame, columns: { ...frame.columns, call: { codes, dictionary: names } } };
}

function tablesOf({ sent, spans, counted, placed }: Given) {
  const rest = { tag: 0, comm: 0, send_end: NONE, recv_start: NONE };
  const timed = spans.map(({ length, ...at }) => ({ ...at, exit: at.enter + length, kind: 'mpi' }));
  const joint = timed.filter((row) => row.call === 'MPI_Bcast');
  const messages = batchFromRows(
    messagesTable,
    sent.map((row, id) => ({ ...row, ...rest, id })),
  );
  const inRows = counted.toSorted((a, b) => a.rank - b.rank || (a.call < b.call ? -1 : 1));
  const sums = new MessageSums();
  sums.add(messages);
  return {
    messages: inOrder(messages, sent),
    message_sums: sums.batch(),
    spans: inOrder(batchFromRows(spansTable, timed), timed),
    collectives: inOrder(
      batchFromRows(
        collectivesTable,
        joint.map((row, seq) => ({ ...row, seq, comm: 0, root: 0, bytes: 3 })),
      ),
      joint,
    ),
    calls: inOrder(batchFromRows(callsTable, inRows), inRows),
    ranks: batchFromRows(
      ranksTable,
      placed.map((own) => ({ job: 2, rank: own, host: NONE })),
    ),
  };
}

/** All rows of all tables. */
function listOf(result: Readonly<Record<string, Frame>>) {
  return Object.entries(result).map(([table, { rows, columns }]) => [
    table,
    Array.from({ length: rows }, (_, row) =>
      Object.keys(columns)
        .sort()
        .map((name) => valueAt(columns[name], row)),
    ),
  ]);
}

const range = (most: number) =>
  fc
    .tuple(fc.nat(most), fc.nat(most))
    .map((ends): [number, number] => [Math.min(...ends), Math.max(...ends)]);

test('a matrix that the store adds up is the one of the pairs', async () => {
  const choice = fc.record({
    job: fc.constantFrom(null, 2, 5),
    time: fc.option(range(END)),
    calls: fc.constantFrom<string[]>([], ['MPI_Isend']),
    senders: fc.option(range(RANKS + 2)),
    receivers: fc.option(range(RANKS + 2)),
    cells: fc.constantFrom(1, 3, 16),
    top: fc.constantFrom(0, 3, 50),
    topBy: fc.constantFrom('amount' as const, 'count' as const),
    topRanks: fc.constantFrom<number[]>([], [1, 4]),
  });
  await fc.assert(
    fc.asyncProperty(given, choice, async (trace, chosen) => {
      const tables = tablesOf(trace);
      const job = chosen.job ?? jobShown(trace.sent.filter((row) => row.src >= 0 && row.dst >= 0));
      const pairs = await runAnalysis(matrixTiles, tables, { ...chosen, job });
      const sums = await runAnalysis(matrixTiles, tables, { ...chosen, job, summed: true });
      expect(listOf(sums)).toEqual(listOf(pairs));
    }),
    { numRuns: 300 },
  );
});

test('a matrix of sums written at import is that of the messages, and totals may be left out', async () => {
  await fc.assert(
    fc.asyncProperty(given, async (trace) => {
      const tables = tablesOf({ ...trace, sent: trace.sent.map((row) => ({ ...row, job: 2 })) });
      const pairs = await runAnalysis(matrixTiles, tables, { job: 2, cells: 4, top: 3 });
      const choice = { job: 2, cells: 4, top: 3, summed: true, reading: 'sums' } as const;
      const sums = await runAnalysis(matrixTiles, tables, choice);
      expect(listOf(sums)).toEqual(listOf(pairs));
      const less = await runAnalysis(matrixTiles, tables, { ...choice, totals: false });
      expect([less.ranks.rows, listOf({ cells: less.cells })]).toEqual([0, listOf({ cells: pairs.cells })]);
    }),
    { numRuns: 50 },
  );
});

test('a matrix without a job is that of the lowest', async () => {
  await fc.assert(
    fc.asyncProperty(given, async (trace) => {
      const [tables, known] = [tablesOf(trace), trace.sent.filter((row) => row.src >= 0 && row.dst >= 0)];
      fc.pre(known.length > 0);
      const own = await runAnalysis(matrixTiles, tables, { job: jobShown(known), summed: true });
      expect(listOf(await runAnalysis(matrixTiles, tables, { summed: true }))).toEqual(listOf(own));
    }),
    { numRuns: 30 },
  );
});

test('a profile that the store adds up is the one of all calls of all ranks', async () => {
  const choice = fc.record({
    job: fc.constantFrom(null, 2, 5),
    time: fc.option(range(END)),
    openCall: fc.constantFrom(null, 'MPI_Wait', 'MPI_Isend'),
    openRank: fc.constantFrom(null, 0, 3),
  });
  await fc.assert(
    fc.asyncProperty(given, choice, async (trace, chosen) => {
      const tables = tablesOf(trace);
      // Only a run with calls is looked at in a part of its time.
      fc.pre(!chosen.time || trace.spans.length > 0);
      const rows = await runAnalysis(callProfile, tables, {
        ...chosen,
        job: chosen.job ?? profiledJob(trace, chosen.time),
      });
      const sums = await runAnalysis(callProfile, tables, { ...chosen, summed: true });
      expect(listOf(sums)).toEqual(listOf(rows));
      const less = await runAnalysis(callProfile, tables, { ...chosen, summed: true, totals: false });
      expect([less.ranks.rows, listOf({ calls: less.calls })]).toEqual([0, listOf({ calls: rows.calls })]);
      expect(less.summary.columns.ranks).toEqual(rows.summary.columns.ranks);
    }),
    { numRuns: 300 },
  );
});

function jobShown(rows: readonly { readonly job: number }[]): number {
  return Math.min(...rows.map((row) => row.job), 5);
}

/** The lowest of the table that is read; of a part of the run also a job that was only placed. */
function profiledJob({ counted, spans, placed }: Given, time: unknown): number {
  return jobShown(time ? [...spans, ...placed.map(() => ({ job: 2 }))] : counted);
}

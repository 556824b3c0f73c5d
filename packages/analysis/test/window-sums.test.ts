import {
  batchFromRows,
  collectives as collectivesTable,
  type Frame,
  messages as messagesTable,
  ranks as ranksTable,
  spans as spansTable,
  valueAt,
} from '@weft/model';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { timeline } from '../src/timeline/timeline.ts';
import { runAnalysis } from './reference/run-analysis.ts';

const RANKS = 12;
/** In the order of their names, as the store numbers them. */
const names = ['MPI_Isend', 'MPI_Recv', 'MPI_Wait'];
const time = fc.nat(4000);

const span = fc.record({
  job: fc.constantFrom(2, 2, 2, 5),
  rank: fc.nat(RANKS - 1),
  call: fc.constantFrom(...names, 'main'),
  enter: time,
  length: fc.oneof(fc.nat(30), fc.nat(3000)),
});
const message = fc.record({
  job: fc.constantFrom(2, 5),
  src: fc.integer({ min: -1, max: RANKS - 1 }),
  dst: fc.integer({ min: -1, max: RANKS - 1 }),
  send_start: fc.oneof(time, fc.constant(-1)),
  recv_end: fc.oneof(time, fc.constant(-1)),
});
const range = (most: number) =>
  fc
    .tuple(fc.nat(most - 1), fc.integer({ min: 1, max: most }))
    .map(([from, length]): [number, number] => [from, Math.min(most, from + length)]);
const choice = fc.record({
  job: fc.constantFrom(null, 2, 5),
  time: fc.oneof(fc.constant(null), range(5000)),
  ranks: fc.oneof(fc.constant(null), range(RANKS)),
  calls: fc.constantFrom<string[]>([], ['MPI_Recv'], ['MPI_Isend', 'MPI_Wait']),
  rows: fc.constantFrom(1, 4, 16),
  columns: fc.constantFrom(1, 7, 64),
  messages: fc.boolean(),
  maxSpans: fc.constantFrom(0, 5, 100),
  maxMessages: fc.constantFrom(0, 3, 100),
});

interface Given {
  readonly spans: readonly { job: number; rank: number; call: string; enter: number; length: number }[];
  readonly sent: readonly { job: number; src: number; dst: number; send_start: number; recv_end: number }[];
}

function tablesOf({ spans, sent }: Given) {
  const rows = spans.map(({ length, ...at }) => ({
    ...at,
    exit: at.enter + length,
    kind: at.call === 'main' ? 'user' : 'mpi',
  }));
  const calls = batchFromRows(spansTable, rows);
  const dictionary = [...names, 'main'];
  const codes = Int32Array.from(spans, ({ call }) => dictionary.indexOf(call));
  const rest = { bytes: 1, tag: 0, comm: 0, call: 'MPI_Isend', send_end: -1, recv_start: -1 };
  return {
    spans: { rows: calls.rows, columns: { ...calls.columns, call: { codes, dictionary } } },
    messages: batchFromRows(
      messagesTable,
      sent.map((one, id) => ({ ...one, ...rest, id })),
    ),
    collectives: batchFromRows(
      collectivesTable,
      rows
        .filter(({ call }) => call === 'MPI_Wait')
        .map(({ job, rank, enter, exit }, seq) => ({
          job,
          rank,
          enter,
          exit,
          seq,
          comm: 0,
          call: 'x',
          root: 0,
          bytes: 1,
        })),
    ),
    ranks: batchFromRows(
      ranksTable,
      [2, 5].map((job) => ({ job, rank: RANKS - 1, host: 0 })),
    ),
  };
}

test('sums of the store show what the calls and messages themselves show', async () => {
  const given = fc.record({
    spans: fc.array(span, { minLength: 1, maxLength: 40 }).filter((list) => list.some(isOfMpi)),
    sent: fc.array(message, { maxLength: 12 }),
  });
  await fc.assert(
    fc.asyncProperty(given, choice, async (trace, chosen) => {
      const tables = tablesOf(trace);
      const params = { ...chosen, job: chosen.job ?? jobShown(trace) };
      const rows = await runAnalysis(timeline, tables, { ...params, reading: 'whole' });
      const sums = await runAnalysis(timeline, tables, { ...chosen, reading: 'sums' });
      expect(listOf(sums)).toEqual(listOf(rows));
    }),
    { numRuns: 300 },
  );
});

const isOfMpi = ({ call }: { readonly call: string }): boolean => call !== 'main';

/** All rows of all tables; how long calls waited is only known where all of the trace is read. */
function listOf(result: Readonly<Record<string, Frame>>) {
  return Object.entries(result).map(([table, { rows, columns }]) => {
    const names = Object.keys(columns).filter((name) => !name.startsWith('waited'));
    return [
      table,
      Array.from({ length: rows }, (_, row) => names.map((name) => valueAt(columns[name], row))),
    ];
  });
}

/** Of several jobs the lowest that makes calls of MPI. */
function jobShown({ spans }: Given): number {
  return Math.min(...spans.filter(isOfMpi).map(({ job }) => job));
}

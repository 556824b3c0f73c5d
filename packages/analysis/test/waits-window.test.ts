import { batchFromRows, collectives, messages, NONE, spans } from '@weft/model';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matrixTiles, readNeeds, waits } from '../src/index.ts';
import { runAnalysis, type SmallTables } from './reference/run-analysis.ts';

const RANKS = 4;
const CALLS = ['MPI_Send', 'MPI_Recv', 'MPI_Waitall', 'MPI_Barrier', 'MPI_Bcast', 'MPI_Reduce'];

const time = fc.nat({ max: 200 });
const maybeTime = fc.option(time, { nil: NONE, freq: 8 });
const rank = fc.nat({ max: RANKS - 1 });

/** Calls of a rank one after the other, as one thread makes them, with a pause between them. */
const callsOfRank = fc.array(fc.tuple(fc.nat({ max: 12 }), fc.nat({ max: 40 }), fc.constantFrom(...CALLS)), {
  maxLength: 8,
});
const allCalls = fc.array(callsOfRank, { minLength: RANKS, maxLength: RANKS }).map((ranks) =>
  ranks.flatMap((calls, of) => {
    let at = 0;
    return calls.map(([pause, lasting, call]) => {
      const enter = at + 1 + pause;
      at = enter + lasting + 1;
      return { job: 0, rank: of, call, enter, exit: at, kind: 'mpi' };
    });
  }),
);
/** Ends need not be in order: clocks of ranks differ. */
const allMessages = fc.array(
  fc
    .tuple(rank, rank, maybeTime, maybeTime, maybeTime, maybeTime)
    .map(([src, dst, send_start, send_end, recv_start, recv_end]) => ({
      ...{ id: 0, job: 0, src, dst, bytes: 8, count: 1, tag: 0, comm: 0, call: 'MPI_Send' },
      ...{ send_start, send_end, recv_start, recv_end },
    })),
  { maxLength: 30 },
);
/** Which of the calls are collective, on which communicator and with which number; of some the end is not known. */
const allCollectives = fc.array(
  fc.tuple(
    fc.nat(),
    fc.nat({ max: 1 }),
    fc.nat({ max: 3 }),
    fc.constantFrom(...CALLS.slice(3)),
    fc.boolean(),
  ),
  { maxLength: 20 },
);
const windows = fc
  .tuple(time, time)
  .map(([from, length]): [number, number] => [from, from + 1 + (length % 60)]);

type Generated<A> = A extends fc.Arbitrary<infer T> ? T : never;

function tablesOf(
  calls: Generated<typeof allCalls>,
  sent: Generated<typeof allMessages>,
  together: Generated<typeof allCollectives>,
): SmallTables {
  const rows = together.map(([at, comm, seq, call, ended]) => {
    const { rank: of, enter, exit } = calls[at % calls.length];
    return { job: 0, comm, seq, call, root: 0, rank: of, bytes: 8, enter, exit: ended ? exit : NONE };
  });
  return {
    spans: batchFromRows(spans, calls),
    messages: batchFromRows(messages, sent),
    collectives: batchFromRows(collectives, [
      ...new Map(rows.map((row) => [`${row.comm} ${row.seq} ${row.rank}`, row])).values(),
    ]),
  };
}

describe('waiting within a time', () => {
  it('is the same from what reaches into the time as from the whole job, call by call and pair by pair', async () => {
    await fc.assert(
      fc.asyncProperty(
        allCalls,
        allMessages,
        allCollectives,
        windows,
        async (calls, sent, together, range) => {
          fc.pre(calls.length > 0);
          const tables = tablesOf(calls, sent, together);
          const choice = { job: 0, time: range };
          const of = async (waitReading: 'whole' | 'window') => {
            const pairs = { ...choice, waitReading, measure: 'waiting', top: 20 } as const;
            return [
              (await runAnalysis(waits, tables, { ...choice, waitReading })).entries,
              (await runAnalysis(matrixTiles, tables, pairs)).top,
            ].map(({ rows, columns }) => ({ rows, ...columns, call: undefined }));
          };
          expect(await of('window')).toEqual(await of('whole'));
        },
      ),
      { numRuns: 400 },
    );
  });

  it('asks for the rows of the time alone', async () => {
    const choice = waits.params.parse({ job: 0, time: [4000, 4100], waitReading: 'window' });
    const asked: unknown[] = [];
    await readNeeds(
      (known) => waits.needs(choice, known),
      async (query) => {
        asked.push([query.table, query.where]);
        const isSum = 'sums' in query;
        return isSum ? { rows: 1, columns: { most_exit: Float64Array.of(4109) } } : batchFromRows(spans, []);
      },
    );
    expect(asked).toMatchInlineSnapshot(`
      [
        [
          "spans",
          [
            {
              "column": "job",
              "op": "in",
              "values": [
                0,
              ],
            },
            {
              "column": "kind",
              "op": "in",
              "values": [
                "mpi",
              ],
            },
            {
              "column": "enter",
              "from": -9007199254740991,
              "op": "range",
              "to": 4100,
            },
            {
              "column": "exit",
              "from": 4000,
              "op": "range",
              "or": undefined,
              "to": 9007199254740991,
            },
          ],
        ],
        [
          "spans",
          [
            {
              "column": "job",
              "op": "in",
              "values": [
                0,
              ],
            },
            {
              "column": "kind",
              "op": "in",
              "values": [
                "mpi",
              ],
            },
            {
              "column": "enter",
              "from": -9007199254740991,
              "op": "range",
              "to": 4110,
            },
            {
              "column": "exit",
              "from": 4000,
              "op": "range",
              "or": undefined,
              "to": 9007199254740991,
            },
          ],
        ],
        [
          "messages",
          [
            {
              "column": "job",
              "op": "in",
              "values": [
                0,
              ],
            },
            {
              "column": "send_start",
              "from": 4000,
              "op": "range",
              "or": "recv_start",
              "to": 9007199254740991,
            },
            {
              "column": "recv_end",
              "from": -9007199254740991,
              "op": "range",
              "or": "send_end",
              "to": 4110,
            },
          ],
        ],
        [
          "collectives",
          [
            {
              "column": "job",
              "op": "in",
              "values": [
                0,
              ],
            },
            {
              "column": "enter",
              "from": -9007199254740991,
              "op": "range",
              "to": 4110,
            },
            {
              "column": "exit",
              "from": 4000,
              "op": "range",
              "or": "enter",
              "to": 9007199254740991,
            },
          ],
        ],
      ]
    `);
  });
});

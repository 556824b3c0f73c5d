import { existsSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { type Batch, createRandom, MemorySink, type messages } from '@weft/model';
import { describe, expect, it } from 'vitest';
import { MessageMatcher, matchPartition, planPartitions, RankOperations } from '../../src/matching/index.ts';

const RANKS = 7;

async function run(memory: number, sends: number) {
  const plan = planPartitions(RANKS, 1e6);
  const sink = new MemorySink();
  const matcher = new MessageMatcher({
    job: 0,
    partitions: plan.partitions,
    memory,
    callNames: ['MPI_Isend', 'MPI_Recv'],
    matchAll: (tasks) => Promise.all(tasks.map((task) => matchPartition(task, sink.write.bind(sink)))),
  });
  const ranks = Array.from({ length: RANKS }, (_, rank) => new RankOperations(rank, plan));
  const random = createRandom('matcher');
  const flush = async (all: boolean) => {
    for (const rank of ranks) await matcher.add(rank.take(all));
  };
  for (let at = 0; at < sends; at++) {
    const src = random.below(RANKS);
    const dst = random.below(RANKS);
    const tag = random.below(3);
    const sent = ranks[src].postSend(dst, 0, tag, at, at * 10, at * 10 + 1, 0, false);
    ranks[dst].postReceive(src, 0, tag, at, at * 10 + 2, at * 10 + 3, 1, true);
    ranks[src].completeSend(sent, at * 10 + 5);
    if (at % 1000 === 0) await flush(false);
  }
  await flush(true);
  const counts = await matcher.finish();
  return { counts, sink };
}

/** Every column of the messages by id, as one text each: comparing objects by the hundred thousand takes long. */
function columnTexts(sink: MemorySink): Record<string, string> {
  const batches = [...sink.batches('messages')];
  batches.sort((a, b) => a.columns.id[0] - b.columns.id[0]);
  const names = Object.keys(batches[0].columns) as (keyof (typeof batches)[number]['columns'])[];
  const values = (column: Batch<typeof messages>['columns'][(typeof names)[number]]) =>
    'codes' in column ? column.codes : column;
  return Object.fromEntries(
    names.map((name) => [name, batches.map(({ columns }) => values(columns[name]).join(' ')).join(' ')]),
  );
}

function spillFolders(): string[] {
  return existsSync(tmpdir()) ? readdirSync(tmpdir()).filter((name) => name.startsWith('weft-match-')) : [];
}

describe('MessageMatcher', () => {
  it('gives the same rows from spill files as from memory, and leaves none behind', async () => {
    const before = spillFolders();
    const inMemory = await run(1e9, 20_000);
    const spilled = await run(10_000, 20_000);
    expect(spillFolders()).toEqual(before);
    expect(inMemory.counts).toMatchObject({ sends: 20_000, matched: 20_000, unmatchedSends: 0, reversed: 0 });
    expect(columnTexts(spilled.sink)).toEqual(columnTexts(inMemory.sink));
    const wrong = inMemory.sink
      .rows('messages')
      .filter((row) => Number(row.recv_start) !== Number(row.send_start) + 2);
    expect(wrong).toEqual([]);
  });
});

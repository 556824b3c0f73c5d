import { existsSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { createRandom } from '@weft/model';
import { describe, expect, it } from 'vitest';
import { MessageMatcher, RankOperations } from '../../src/index.ts';
import { MemorySink } from '../memory-sink.ts';

const RANKS = 7;

async function run(memory: number, threads: number, messages: number) {
  const matcher = new MessageMatcher({
    job: 0,
    ranks: RANKS,
    inputBytes: 1e6,
    memory,
    threads,
    callNames: ['MPI_Isend', 'MPI_Recv'],
  });
  const { partitions } = matcher;
  const ranks = Array.from(
    { length: RANKS },
    (_, rank) => new RankOperations({ rank, ranks: RANKS, partitions }),
  );
  const random = createRandom('matcher');
  const flush = async (all: boolean) => {
    for (const rank of ranks) for (const chunk of rank.take(all)) await matcher.add(chunk);
  };
  for (let at = 0; at < messages; at++) {
    const src = random.below(RANKS);
    const dst = random.below(RANKS);
    const tag = random.below(3);
    const sent = ranks[src].postSend(dst, 0, tag, at, at * 10, at * 10 + 1, 0, false);
    ranks[dst].postReceive(src, 0, tag, at, at * 10 + 2, at * 10 + 3, 1, true);
    ranks[src].completeSend(sent, at * 10 + 5);
    if (at % 1000 === 0) await flush(false);
  }
  await flush(true);
  const sink = new MemorySink();
  const counts = await matcher.finish(sink);
  return { counts, sink };
}

function spillFolders(): string[] {
  return existsSync(tmpdir()) ? readdirSync(tmpdir()).filter((name) => name.startsWith('weft-match-')) : [];
}

describe('MessageMatcher', () => {
  it('gives the same rows from spill files as from memory, and leaves none behind', async () => {
    const before = spillFolders();
    const inMemory = await run(1e9, 1, 20_000);
    const spilled = await run(10_000, 1, 20_000);
    expect(spillFolders()).toEqual(before);
    expect(inMemory.counts).toMatchObject({ sends: 20_000, matched: 20_000, unmatchedSends: 0, reversed: 0 });
    expect(spilled.sink.rows('messages')).toEqual(inMemory.sink.rows('messages'));
    const wrong = inMemory.sink
      .rows('messages')
      .filter((row) => Number(row.recv_start) !== Number(row.send_start) + 2);
    expect(wrong).toEqual([]);
  });

  it('gives the same rows whatever the number of threads', async () => {
    const byId = (sink: MemorySink) => sink.rows('messages').sort((a, b) => Number(a.id) - Number(b.id));
    const one = await run(1e9, 1, 110_000);
    const three = await run(1e9, 3, 110_000);
    expect(three.counts).toEqual(one.counts);
    expect(byId(three.sink)).toEqual(byId(one.sink));
  });
});

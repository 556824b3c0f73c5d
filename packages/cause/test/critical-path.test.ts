import { type PathPart, walkCriticalPath } from '@weft/analysis';
import { MemorySink, type RowOf, type tables } from '@weft/model';
import { parseScenario, prepareScenario, simulate } from '@weft/simulate';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keptHops, keptMessages } from '../src/run/kept-rows.ts';

type Message = RowOf<typeof tables.messages>;
type Hop = RowOf<typeof tables.hops>;

const workload = fc.oneof(
  fc.record({
    kind: fc.constant('halo'),
    axes: fc.constant(2),
    periodic: fc.boolean(),
    bytes: fc.integer({ min: 100, max: 60_000 }),
    iterations: fc.integer({ min: 1, max: 4 }),
  }),
  fc.record({
    kind: fc.constant('uniform'),
    bytes: fc.integer({ min: 100, max: 60_000 }),
    messages: fc.integer({ min: 1, max: 6 }),
  }),
  fc.record({
    kind: fc.constant('gather'),
    bytes: fc.integer({ min: 100, max: 60_000 }),
    iterations: fc.integer({ min: 1, max: 3 }),
  }),
  fc.record({
    kind: fc.constant('ring'),
    bytes: fc.integer({ min: 100, max: 60_000 }),
    rounds: fc.constant(4),
  }),
);

const scenario = fc
  .record({
    first: workload,
    second: workload,
    seed: fc.integer({ min: 1, max: 1000 }),
    compute: fc.integer({ min: 0, max: 3000 }),
  })
  .map(({ first, second, seed, compute }) =>
    parseScenario({
      version: 1,
      title: 'two jobs',
      seed,
      network: { family: 'kary-ntree', params: { arity: 2, layers: 4 } },
      routing: 'd-mod-k',
      model: { kind: 'event' },
      output: { hops: true },
      jobs: [
        { name: 'a', ranks: 7, placement: 'random', compute, jitter: 0.4, workload: first },
        { name: 'b', ranks: 8, placement: 'random', start: 500, workload: second },
      ],
    }),
  );

/** The same walk over plain rows, searching all of them for each step. */
function slowWalk(messages: Message[], hops: Hop[], job: number, start: number, waits: string[]): PathPart[] {
  const own = messages.filter((message) => message.job === job);
  const parts: PathPart[] = [];
  const add = (part: PathPart) => {
    if (part.to > part.from) parts.unshift(part);
  };
  const begins = (rank: number, step: number) =>
    own.flatMap((m) => [
      ...(m.src === rank && m.step === step ? [m.send_start] : []),
      ...(m.dst === rank && m.step === step && m.recv_start >= 0 ? [m.recv_start] : []),
    ]);
  const awaited = (rank: number, step: number) =>
    own.filter(
      (m) =>
        m.step === step &&
        ((m.src === rank && waits[step] !== 'receives') || (m.dst === rank && m.recv_start >= 0)),
    );
  let end = Math.max(...own.flatMap((m) => [m.send_end, m.recv_start]));
  let message = own.findLast((m) => m.send_end === end);
  let [rank, step] = message ? [-1, -1] : [own.find((m) => m.recv_start === end)?.dst ?? -1, 0];
  if (!message) step = Math.max(...own.filter((m) => m.recv_start === end).map((m) => m.step));
  for (;;) {
    if (message) {
      let until = message.send_end;
      const crossed = hops.filter((hop) => hop.message === message?.id).sort((a, b) => b.hop - a.hop);
      const base = { step: message.step, rank: message.src };
      for (const hop of crossed) {
        add({ ...base, kind: 'wire', from: hop.entered, to: until, link: -1, behind: -1 });
        const served = hops
          .filter((other) => other.link === hop.link && other.entered < hop.entered && other.left > hop.ready)
          .sort((a, b) => b.entered - a.entered);
        for (const other of served) {
          const behind = messages.find((m) => m.id === other.message)?.job ?? -1;
          const from = Math.max(other.entered, hop.ready);
          add({ ...base, kind: 'wait', from, to: Math.min(other.left, hop.entered), link: hop.link, behind });
        }
        add({ ...base, kind: 'wire', from: hop.arrived, to: hop.ready, link: -1, behind: -1 });
        until = hop.arrived;
      }
      add({ ...base, kind: 'wire', from: message.send_start, to: until, link: -1, behind: -1 });
      [rank, step, end] = [message.src, message.step, message.send_start];
    }
    let before = step - 1;
    while (before >= 0 && begins(rank, before).length === 0) before--;
    if (before < 0) {
      add({ kind: 'compute', from: start, to: end, step, rank, link: -1, behind: -1 });
      return parts;
    }
    const begun = Math.max(...begins(rank, before));
    const last = Math.max(-1, ...awaited(rank, before).map((m) => m.send_end));
    const ready = Math.max(begun, last);
    add({ kind: 'compute', from: ready, to: end, step, rank, link: -1, behind: -1 });
    message = last > begun ? awaited(rank, before).find((m) => m.send_end === last) : undefined;
    [step, end] = [before, ready];
  }
}

/** Time by what it was spent on; which of several messages that arrive together comes first is no matter. */
function sums(parts: readonly PathPart[]): number {
  return parts.reduce((sum, { from, to }) => sum + to - from, 0);
}

test('the critical path is that of a slow walk over all events, and its parts add up to the time of the job', async () => {
  await fc.assert(
    fc.asyncProperty(scenario, async (given) => {
      const sink = new MemorySink();
      await simulate(given, sink);
      const prepared = prepareScenario(given);
      const [jobs] = sink.batches('jobs');
      for (const job of [0, 1]) {
        const program = [...prepared.jobs[job].phases()];
        const start = jobs.columns.start[job];
        const found = walkCriticalPath(keptMessages(sink), keptHops(sink), job, start, program);
        expect(sums(found)).toBe(jobs.columns.end[job] - start);
        found.slice(1).forEach((part, i) => expect(part.from).toBe(found[i].to));
        const slow = slowWalk(
          sink.rows('messages'),
          sink.rows('hops'),
          job,
          start,
          program.map(({ wait }) => wait),
        );
        expect(sums(slow)).toBe(sums(found));
        if (!tied(sink.rows('messages'))) expect(found).toEqual(slow);
      }
    }),
    { numRuns: 25 },
  );
});

/** Messages of one job that arrive at the same time: either may be the one that was waited for. */
function tied(messages: readonly Message[]): boolean {
  const arrivals = messages.map(({ job, send_end }) => `${job} ${send_end}`);
  return new Set(arrivals).size < arrivals.length;
}

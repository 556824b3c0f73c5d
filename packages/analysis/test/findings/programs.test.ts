import { batchFromRows, type GivenRowOf, tables, textAt } from '@weft/model';
import { describe, expect, it } from 'vitest';
import { findings } from '../../src/index.ts';
import { runAnalysis, type SmallTables } from '../reference/run-analysis.ts';
import { fabric, find, kindsOf, wobble } from './find-in-tables.ts';

/** Eight ranks that shift messages, phase after phase, each a millisecond after the last; each sends one, or as many as `sends` says. */
function program(
  phases: readonly number[],
  work: (rank: number, phase: number) => number,
  sends: (rank: number, phase: number) => number = () => 1,
): SmallTables {
  const rows: GivenRowOf<typeof tables.messages>[] = [];
  let start = 0;
  phases.forEach((shift, phase) => {
    for (let src = 0; src < 8; src++) {
      const sent = start + work(src, phase);
      const row = { job: 0, src, dst: (src + shift) % 8, bytes: 1000, tag: phase, comm: 0, call: 'MPI_Send' };
      for (let nth = 0; nth < sends(src, phase); nth++) {
        const time = sent + 20 * nth;
        rows.push({
          ...row,
          id: rows.length,
          send_start: time,
          send_end: time + 5,
          recv_start: start,
          recv_end: time + 10,
        });
      }
    }
    start += 1e6;
  });
  const jobs = [{ id: 0, name: 'code', user: null, state: null, start: 0, end: start }];
  return { messages: batchFromRows(tables.messages, rows), jobs: batchFromRows(tables.jobs, jobs) };
}

describe('findings about programs', () => {
  const even = (rank: number) => 10_000 + rank;
  const repeat = (kinds: number[], times: number) => Array.from({ length: times }, () => kinds).flat();

  it('tells after how many phases communication comes again', async () => {
    const [first] = await find(program(repeat([1, 3, 2], 5), even));
    expect(first).toMatchObject({ kind: 'period', value: 3, unit: 'phases', where: { phases: 3, of: 15 } });
    expect(first.text).toContain('every 3 phases, about every 3\u00a0ms');
  });

  it('tells the period of ranks whose clocks drift apart by more than a phase', async () => {
    const drift = (rank: number, phase: number) => 10_000 + rank * phase * 90_000;
    const [first] = await find(program(repeat([1, 3, 2], 6), drift));
    expect(first).toMatchObject({ kind: 'period', where: { phases: 3 } });
    expect(first.where.of).toBeUndefined();
    expect(first.text).toContain('in 18 phases in all; a phase is one round of exchanges.');
  });

  it('names a phase unlike the others before the period', async () => {
    const phases = repeat([1, 3], 8);
    phases[6] = 2;
    const found = await find(program(phases, even));
    expect(kindsOf(found)).toEqual(['outlier-phase', 'period']);
    expect(found[0]).toMatchObject({ value: 8000, unit: 'B', where: { phase: 6 } });
  });

  it('names the rank that sends late again and again', async () => {
    const found = await find(program(repeat([1], 12), (rank) => 10_000 + rank + (rank === 5 ? 300_000 : 0)));
    expect(found[0]).toMatchObject({ kind: 'slow-rank', unit: 'ns', where: { rank: 5, job: 0 } });
  });

  it('calls no rank slow that works like all others and is late since one of its first messages took long', async () => {
    const rows: GivenRowOf<typeof tables.messages>[] = [];
    const delay = (src: number) => (src === 4 ? 40_000 : 1000 * src);
    for (let src = 0; src < 20; src++) {
      for (let nth = 0; nth < 40; nth++) {
        const start = 20_000 + 25_000 * nth + (nth > 0 ? delay(src) : 0);
        const end = start + 5000 + (nth === 0 ? delay(src) : 0);
        const times = { send_start: start, send_end: end, recv_start: end, recv_end: end };
        const row = {
          job: 0,
          src,
          dst: (src * 7 + nth) % 20,
          bytes: 1000,
          tag: 0,
          comm: 0,
          call: 'MPI_Send',
        };
        rows.push({ ...row, ...times, id: rows.length });
      }
    }
    const jobs = [{ id: 0, name: 'code', user: null, state: null, start: 0, end: 1e9 }];
    const found = await find({
      messages: batchFromRows(tables.messages, rows),
      jobs: batchFromRows(tables.jobs, jobs),
    });
    expect(kindsOf(found)).not.toContain('slow-rank');
  });

  it('names it also where ranks send unequally often, by the rounds in which they send', async () => {
    const late = (rank: number) => 10_000 + rank + (rank === 5 ? 300_000 : 0);
    const some = program(
      repeat([1], 12),
      late,
      (rank, phase) => 1 + ((rank * 5 + phase * 3 + rank * phase) % 3),
    );
    const [first] = await find(some);
    expect(first).toMatchObject({ kind: 'slow-rank', where: { rank: 5, job: 0 } });
    expect(first.value).toBe(12 * 300_001);
    expect(first.text).toContain('added up over its rounds of sends');
  });

  it('tells the period of ranks that drift apart where one in eight sends nothing in some rounds', async () => {
    const drift = (rank: number, phase: number) => 10_000 + rank * phase * 90_000;
    const found = await find(
      program(repeat([1, 3, 2], 6), drift, (rank, phase) => (phase % 3 === 2 && rank === 0 ? 0 : 1)),
    );
    expect(found[0]).toMatchObject({ kind: 'period', where: { phases: 3 } });
  });

  it('counts what one rank alone sends between two rounds of all as a round, too', async () => {
    const some = program(repeat([1, 3, 2], 6), even, (rank, phase) => (phase % 3 < 2 || rank === 0 ? 1 : 0));
    const [first] = await find(some);
    expect(first).toMatchObject({ kind: 'period', where: { phases: 3 } });
    expect(first.text).toContain('in 18 phases in all');
  });

  it('names the phase in which a rank sends most of its bytes before the rank', async () => {
    const alone = program(repeat([1], 12), even, (rank, phase) => (phase !== 5 ? 1 : rank === 0 ? 40 : 0));
    const ranks = Array.from({ length: 8 }, (_, rank) => ({ job: 0, rank, host: rank }));
    const found = await find({ ...alone, ranks: batchFromRows(tables.ranks, ranks) });
    expect(kindsOf(found)).toEqual(['outlier-phase', 'heavy-rank']);
    expect(found[0]).toMatchObject({ value: 40_000, where: { phase: 5 } });
  });

  it('tells no period of messages that are all sent at once', async () => {
    const { messages, ...others } = program(repeat([1, 3, 2], 6), even);
    if (!messages) throw new Error('no messages');
    const none = new Float64Array(messages.rows);
    const columns = {
      ...messages.columns,
      send_start: none,
      send_end: none,
      recv_start: none,
      recv_end: none,
    };
    expect(kindsOf(await find({ ...others, messages: { ...messages, columns } }))).not.toContain('period');
  });

  it('finds nothing in ranks that do the same all the time', async () => {
    expect(kindsOf(await find(program(repeat([1], 12), even)))).toEqual(['nothing']);
  });
});

describe('findings about a program and its links', () => {
  const torus = fabric('torus', { sizes: [4, 2], hostsPerSwitch: 1 });
  const all = torus.network.linkCount;
  /** Steps shorter than a round of the program. */
  const STEP_OF_ROUND = 250_000;

  async function kindsWith(some: SmallTables, bytes: (step: number, link: number) => number) {
    const rows = [];
    for (let step = 0; step < 48; step++) {
      for (let link = 0; link < all; link++) {
        const time = (step + 1) * STEP_OF_ROUND;
        rows.push({ time, link, metric: 'data_sent', value: bytes(step, link) });
      }
    }
    const { columns } = (
      await runAnalysis(
        findings,
        { ...torus, ...some, counters: batchFromRows(tables.counters, rows) },
        { metric: 'data_sent', interval: STEP_OF_ROUND },
      )
    ).findings;
    return Array.from(columns.kind.codes, (_, row) => textAt(columns.kind, row));
  }

  it('takes no burst for a busy time that is shorter than a round, also where no round comes again', async () => {
    const shifts = [1, 5, 3, 2, 7, 4, 6, 1, 3, 5, 2, 4];
    const random = program(shifts, (rank) => 10_000 + rank);
    const burst = (length: number) => (step: number, link: number) =>
      wobble(step, link) * (step >= 8 && step < 8 + length ? 4 : 1);
    expect(await kindsWith(random, burst(2))).not.toContain('busy-time');
    expect(await kindsWith(random, burst(6))).toContain('busy-time');
  });

  it('names an unusual phase before the dimension that the program loads most', async () => {
    const alike = Array.from({ length: 12 }, () => 1);
    const along = (step: number, link: number) =>
      wobble(step, link) * (textAt(torus.network.links.class, link) === 'dim a' ? 8 : 1);
    const found = await kindsWith(
      program(
        alike,
        (rank) => 10_000 + rank,
        (rank, phase) => (phase === 6 && rank < 4 ? 0 : 1),
      ),
      along,
    );
    expect(found.slice(0, 2)).toEqual(['outlier-phase', 'dimension-imbalance']);
  });
});

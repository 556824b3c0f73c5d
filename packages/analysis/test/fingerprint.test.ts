import { createRandom, shuffle, textColumn } from '@weft/model';
import { describe, expect, it } from 'vitest';
import { createDistances } from '../src/fingerprint/compare-fingerprints.ts';
import {
  calibrate,
  compareFingerprints,
  evaluateLibrary,
  type Fingerprint,
  featureSpreads,
  fingerprintOf,
  formatEntries,
  judgeClaim,
  judgeIdentity,
  type LibraryEntry,
  measureRanks,
  parseEntries,
  RankGraphBuilder,
  rankCodes,
  SIZE_CLASSES,
  sendingCalls,
  sendOrder,
} from '../src/index.ts';
import { butterfly, grid, type Pair, ring, star } from './reference/known-graphs.ts';

/** Phases of messages of one size; in each, every rank sends all it has to send before it receives. */
async function fingerprint(ranks: number, phases: readonly (readonly Pair[])[]): Promise<Fingerprint> {
  const rows = phases.flatMap((pairs, step) => pairs.map(([src, dst]) => ({ src, dst, step })));
  const src = Int32Array.from(rows, (row) => row.src);
  const dst = Int32Array.from(rows, (row) => row.dst);
  const builder = new RankGraphBuilder();
  const call = textColumn(rows.map(() => 'MPI_Isend'));
  const bytes = new Float64Array(rows.length).fill(4096);
  const count = new Float64Array(rows.length).fill(1);
  builder.add({ rows: rows.length, src, dst, bytes, count, call });
  const graph = builder.build();
  const sizes = new Float64Array(SIZE_CLASSES);
  sizes[13] = rows.length;
  const sent = Float64Array.from(rows, ({ step }) => step);
  const order = sendOrder({ src, dst, sent, received: sent.map((time) => time + 0.5) });
  const { values } = await measureRanks(graph);
  const traffic = { graph, measures: values, sizes };
  return fingerprintOf({ ranks, traffic, order, calls: sendingCalls(graph) });
}

const stages = (count: number): Pair[][] =>
  Array.from({ length: count }, (_, stage) => butterfly(count).filter(([a, b]) => (a ^ b) === 1 << stage));

const entry = (code: string, run: string, features: Fingerprint): LibraryEntry => ({
  version: 1,
  code,
  run,
  ranks: 64,
  origin: '',
  features,
});

describe('fingerprints', () => {
  it('do not depend on how ranks are numbered', async () => {
    const names = shuffle([...Array(64).keys()], createRandom(5));
    const renamed = grid([4, 4, 4], false).map(([a, b]): Pair => [names[a], names[b]]);
    expect(await fingerprint(64, [renamed])).toEqual(await fingerprint(64, [grid([4, 4, 4], false)]));
  });

  it('tell a torus from a butterfly, which are one graph at 64 ranks, by the order of sends alone', async () => {
    const torus = await fingerprint(64, [grid([4, 4, 4], true)]);
    const swap = await fingerprint(64, stages(6));
    const differing = Object.keys(torus).filter((name) => torus[name] !== swap[name]);
    expect(differing.sort()).toEqual(['answers', 'partners-a-turn', 'sends-a-turn', 'turn-share']);
    expect([torus['partners-a-turn'], swap['partners-a-turn']]).toEqual([expect.closeTo(Math.log2(6), 5), 0]);
  });

  it('leave out what a run does not tell', () => {
    const calls = new Map([
      ['MPI_Allreduce', 3],
      ['MPI_Send', 1],
      ['MPI_Comm_rank', 90],
    ]);
    const found = fingerprintOf({ ranks: 4, traffic: null, order: null, calls });
    expect(found['calls-allreduce']).toBeCloseTo(Math.sqrt(0.75), 5);
    expect(Object.keys(found).every((name) => name.startsWith('calls-'))).toBe(true);
    expect(fingerprintOf({ ranks: 0, traffic: null, order: null, calls: null })).toEqual({});
  });
});

describe('a library', () => {
  const halo = (size: number): Promise<Fingerprint> =>
    fingerprint(size ** 3, [grid([size, size, size], false)]);
  async function library(): Promise<LibraryEntry[]> {
    return [
      entry('halo', 'a', await halo(3)),
      entry('halo', 'b', await halo(5)),
      entry('ring', 'a', await fingerprint(64, [ring(64)])),
      entry('ring', 'b', await fingerprint(32, [ring(32)])),
      entry('star', 'a', await fingerprint(64, [star(64)])),
    ];
  }

  it('names a code at a size it has not seen, with what tells it from the second', async () => {
    const entries = await library();
    const calibration = calibrate(entries);
    const ranked = rankCodes(await halo(4), entries, calibration.spreads);
    const found = judgeIdentity(ranked, calibration);
    expect(ranked.map(({ code }) => code)).toHaveLength(3);
    expect(ranked[0].code).toBe('halo');
    expect(found).toMatchObject({ known: true, certain: true });
    expect(found.deciding.length).toBeGreaterThan(0);
    expect(found.deciding.every(({ gain }) => gain > 0)).toBe(true);
  });

  it('refuses a star that claims to be a halo, and says by which features', async () => {
    const entries = await library();
    const calibration = calibrate(entries);
    const ranked = rankCodes(await fingerprint(32, [star(32)]), entries, calibration.spreads);
    const judged = judgeClaim('halo', ranked, calibration);
    expect(judged.verdict).toBe('refused');
    expect(judged.evidence.map(({ feature }) => feature)).toContain('hub');
    expect(judgeClaim('nothing', ranked, calibration)).toMatchObject({
      verdict: 'cannot-tell',
      evidence: [],
    });
  });

  it('counts runs it named rightly; the only run of a code is not judged', async () => {
    const evaluation = evaluateLibrary(await library());
    expect(evaluation).toMatchObject({ runs: 5, alone: 1, accuracy: 1, falseAlarms: 0, impostorsRefused: 1 });
    expect(evaluation.confusion.get('halo')).toEqual(new Map([['halo', 2]]));
  });

  it('cannot tell two codes that do the same', async () => {
    const entries = [
      ...(await library()),
      entry('twin', 'a', await halo(3)),
      entry('twin', 'b', await halo(5)),
    ];
    const calibration = calibrate(entries);
    const ranked = rankCodes(await halo(4), entries, calibration.spreads);
    expect(judgeIdentity(ranked, calibration)).toMatchObject({ margin: 1, certain: false });
  });

  it('has the same distances for all of its runs at once as for two of them', async () => {
    const complete = await library();
    const [{ features }] = complete;
    const few = Object.fromEntries(Object.entries(features).slice(0, 3));
    const most = Object.fromEntries(Object.entries(features).slice(2));
    const entries = [...complete, entry('few', 'a', few), entry('most', 'a', most)];
    const spreads = featureSpreads(entries);
    const distance = createDistances(entries, spreads);
    entries.forEach((one, a) => {
      entries.forEach((other, b) => {
        expect(distance(a, b)).toBe(compareFingerprints(one.features, other.features, spreads).distance);
      });
    });
  });

  it('weighs a difference by the spread within codes', () => {
    const entries = [
      entry('a', '1', { size: 10, small: 0.1 }),
      entry('a', '2', { size: 14, small: 0.1 }),
      entry('b', '1', { size: 11, small: 0.9 }),
      entry('b', '2', { size: 15, small: 0.9 }),
    ];
    const spreads = featureSpreads(entries);
    const { differences, distance } = compareFingerprints(entries[0].features, entries[2].features, spreads);
    expect(differences.map(({ feature }) => feature)).toEqual(['small', 'size']);
    expect(distance).toBeNaN();
  });

  it('is read from files of one run or of many, and names a file that holds none', async () => {
    const entries = await library();
    expect(parseEntries(formatEntries(entries), 'a.json')).toEqual(entries);
    expect(parseEntries(JSON.stringify(entries[0]), 'a.json')).toEqual([entries[0]]);
    expect(() => parseEntries('{', 'a.json')).toThrow(
      expect.objectContaining({ code: 'LIBRARY-ENTRY', file: 'a.json' }),
    );
    expect(() => parseEntries('{"code":"x"}', 'a.json')).toThrow(/version/);
  });
});

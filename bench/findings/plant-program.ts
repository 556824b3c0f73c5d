import { batchFromRows, type GivenRowOf, MemorySink, networkTables, type Random, tables } from '@weft/model';
import { chooseNetwork } from './networks.ts';
import type { Feature, Planted } from './planted.ts';
import { draw, strengths } from './strength.ts';

export type ProgramFeature = Extract<
  Feature,
  'slow-rank' | 'heavy-rank' | 'period' | 'outlier-phase' | 'nothing'
>;

/** Partners of a rank in one kind of phase. */
type Pattern = (rank: number) => number[];

interface Program {
  readonly ranks: number;
  readonly patterns: readonly Pattern[];
  /** Which pattern each phase has, and how large its messages are. */
  readonly phases: readonly { readonly pattern: number; readonly bytes: number }[];
  /** Compute time of a rank before a phase. */
  readonly compute: (rank: number) => number;
  /** How many times larger the messages of a rank are. */
  readonly weight: (rank: number) => number;
}

const COMPUTE = 1e6;

/** Messages of an iterative program, written directly: in lock step, or each rank once it has what it waits for. */
export async function plantProgram(feature: ProgramFeature, random: Random): Promise<Planted> {
  const chosen = chooseNetwork(random, feature);
  const ranks = Math.min(chosen.hosts, 64 + random.below(193));
  const slow = random.below(ranks);
  const noise = 0.02 + 0.1 * random.next();
  const slowness = draw(random, strengths.slowRank);
  const { patterns, phases, where } = drawPhases(feature, ranks, random);
  const compute = (rank: number) =>
    COMPUTE * Math.exp(noise * random.normal()) * (feature === 'slow-rank' && rank === slow ? slowness : 1);
  const times = Math.round(draw(random, strengths.heavyRank));
  const weight = (rank: number) => (feature === 'heavy-rank' && rank === slow ? times : 1);
  const sink = new MemorySink();
  const { vertices, links } = networkTables(chosen.network);
  await sink.write('vertices', vertices);
  await sink.write('links', links);
  await writeProgram(sink, { ranks, patterns, phases, compute, weight }, random);
  await sink.write(
    'jobs',
    batchFromRows(tables.jobs, [{ id: 0, name: 'code', user: null, state: null, start: 0, end: -1 }]),
  );
  const placed = Array.from({ length: ranks }, (_, rank) => ({
    job: 0,
    rank,
    host: chosen.network.hosts[rank],
  }));
  await sink.write('ranks', batchFromRows(tables.ranks, placed));
  return {
    name: `program ${chosen.family} ${ranks} ranks`,
    feature,
    where: feature === 'slow-rank' || feature === 'heavy-rank' ? { rank: slow } : where,
    tables: sink,
    facts: { metrics: [], interval: null },
  };
}

function drawPatterns(ranks: number, random: Random): Pattern[] {
  const shift =
    (distance: number): Pattern =>
    (rank) => [(rank + distance) % ranks];
  const all: Pattern[] = [
    (rank) => [(rank + 1) % ranks, (rank + ranks - 1) % ranks],
    shift(2 + random.below(ranks >> 2)),
    (rank) => [(rank ^ 1) < ranks ? rank ^ 1 : rank].filter((other) => other !== rank),
    shift((ranks >> 1) + random.below(ranks >> 2)),
    (rank) => Array.from({ length: 6 }, (_, at) => (rank + 7 * (at + 1)) % ranks),
  ];
  return all.sort(() => random.next() - 0.5);
}

function drawPhases(feature: ProgramFeature, ranks: number, random: Random) {
  const patterns = drawPatterns(ranks, random);
  const length =
    feature === 'period' ? 2 + random.below(4) : feature === 'outlier-phase' && random.next() < 0.3 ? 2 : 1;
  const repeats = Math.round(draw(random, strengths.repeats));
  const count = length * repeats * (length === 1 ? 2 : 1);
  const bytes = 2 ** (10 + random.below(8));
  const phases = Array.from({ length: count }, (_, at) => ({ pattern: at % length, bytes }));
  if (feature === 'period') return { patterns, phases, where: { phases: length } };
  if (feature !== 'outlier-phase') return { patterns, phases, where: {} };
  const phase = 2 + random.below(count - 4);
  phases[phase] =
    random.next() < 0.7
      ? { pattern: 4, bytes }
      : { ...phases[phase], bytes: Math.round(bytes * draw(random, strengths.outlier)) };
  return { patterns, phases, where: { phase } };
}

type Message = GivenRowOf<typeof tables.messages>;

async function writeProgram(
  sink: MemorySink,
  { ranks, patterns, phases, compute, weight }: Program,
  random: Random,
): Promise<void> {
  const lockStep = random.next() < 0.4;
  const posts = random.next() < 0.6;
  const barriers = random.next() < 0.4;
  const ready = new Float64Array(ranks);
  const messages: Message[] = [];
  const collectives: GivenRowOf<typeof tables.collectives>[] = [];
  let id = 0;
  phases.forEach(({ pattern, bytes }, seq) => {
    const posted = ready.slice();
    const sent = ready.map((time, rank) => time + compute(rank));
    const done = sent.slice();
    for (let src = 0; src < ranks; src++) {
      patterns[pattern](src).forEach((dst, at) => {
        const start = Math.round(sent[src] + at * 100);
        const arrived = Math.round(Math.max(start + 2000 + bytes / 10, posted[dst]));
        const row = {
          id: id++,
          job: 0,
          src,
          dst,
          bytes: bytes * weight(src),
          tag: seq,
          comm: 0,
          call: 'MPI_Isend',
        };
        const recv_start = posts ? Math.round(sent[dst]) : -1;
        messages.push({
          ...row,
          send_start: start,
          send_end: start + 100,
          recv_start,
          recv_end: Math.max(arrived, recv_start),
        });
        done[dst] = Math.max(done[dst], arrived, recv_start);
      });
    }
    if (barriers) {
      const exit = Math.round(Math.max(...done)) + 1000;
      for (let rank = 0; rank < ranks; rank++) {
        collectives.push({
          job: 0,
          comm: 0,
          seq,
          call: 'MPI_Barrier',
          root: -1,
          rank,
          bytes: 0,
          enter: Math.round(done[rank]),
          exit,
        });
      }
      done.fill(exit);
    }
    if (lockStep) done.fill(Math.max(...done));
    ready.set(done);
  });
  await sink.write('messages', batchFromRows(tables.messages, messages));
  if (barriers) await sink.write('collectives', batchFromRows(tables.collectives, collectives));
}

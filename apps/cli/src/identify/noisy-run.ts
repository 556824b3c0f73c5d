import {
  fingerprintOf,
  type LibraryEntry,
  measureRanks,
  RankGraphBuilder,
  type RunFacts,
  SIZE_CLASSES,
  sendingCalls,
  sendOrder,
  sizeClass,
} from '@weft/analysis';
import { createRandom, type Random, shuffle, textColumn } from '@weft/model';
import { type Pattern, patternPhases } from './patterns.ts';

/**
 * A run of a pattern as it may come out of a machine: ranks numbered anew, 3 to 8 iterations, messages of another
 * size, a few lost from the log and a few strays in it, and times that differ from rank to rank.
 */
interface Noise {
  readonly lost: number;
  readonly strays: number;
  /** Largest factor of all sizes, and of each. */
  readonly scale: number;
  readonly jitter: number;
}

const standardNoise: Noise = { lost: 0.02, strays: 0.01, scale: 4, jitter: 0.2 };

const SIZES: readonly number[] = [16, 32, 64, 128, 256];

/** `count` runs of each pattern and size, numbered from `first`. */
export async function* noisyRuns(
  patterns: readonly Pattern[],
  first: number,
  count: number,
): AsyncIterable<LibraryEntry> {
  for (const pattern of patterns) {
    for (const ranks of pattern.sizes ?? SIZES) {
      for (let seed = first; seed < first + count; seed++) yield await noisyRun(pattern, ranks, seed);
    }
  }
}

interface Rows {
  readonly src: number[];
  readonly dst: number[];
  readonly bytes: number[];
  readonly call: string[];
  readonly sent: number[];
  readonly received: number[];
}

/** One labelled run of a pattern. */
async function noisyRun(
  pattern: Pattern,
  ranks: number,
  seed: number,
  noise: Noise = standardNoise,
): Promise<LibraryEntry> {
  const facts = await runFacts(
    noisyRows(pattern, ranks, createRandom(`${pattern.code}/${ranks}/${seed}`), noise),
    ranks,
  );
  return {
    version: 1,
    code: pattern.code,
    run: `${pattern.code}-${ranks}-${seed}`,
    ranks,
    origin: 'generated pattern',
    features: fingerprintOf(facts),
  };
}

function noisyRows(pattern: Pattern, ranks: number, random: Random, noise: Noise): Rows {
  const rows: Rows = { src: [], dst: [], bytes: [], call: [], sent: [], received: [] };
  const names = shuffle(
    Array.from({ length: ranks }, (_, rank) => rank),
    random,
  );
  const scale = noise.scale ** (2 * random.next() - 1);
  const lag = Array.from({ length: ranks }, () => random.next());
  let step = 0;
  for (const phase of patternPhases(pattern, ranks, 3 + random.below(6), random)) {
    const order = shuffle(
      Array.from(phase.src, (_, m) => m),
      random,
    );
    order.forEach((m, turn) => {
      if (random.next() < noise.lost) return;
      const stray = random.next() < noise.strays;
      const [src, dst] = [phase.src[m], stray ? random.below(ranks) : phase.dst[m]];
      const size = scale * phase.bytes[m] * (1 + noise.jitter * (2 * random.next() - 1));
      rows.src.push(names[src]);
      rows.dst.push(names[dst]);
      rows.bytes.push(Math.max(1, Math.round(size)));
      rows.call.push(phase.call);
      rows.sent.push(step + 0.2 * lag[src] + (0.2 * turn) / order.length);
      rows.received.push(step + 0.5 + 0.2 * lag[dst] + 0.2 * random.next());
    });
    step++;
  }
  return rows;
}

async function runFacts(rows: Rows, ranks: number): Promise<RunFacts> {
  const builder = new RankGraphBuilder();
  builder.atLeast(ranks);
  const [src, dst] = [Int32Array.from(rows.src), Int32Array.from(rows.dst)];
  const bytes = Float64Array.from(rows.bytes);
  const count = new Float64Array(src.length).fill(1);
  builder.add({ rows: src.length, src, dst, bytes, count, call: textColumn(rows.call) });
  const graph = builder.build();
  const classes = new Float64Array(SIZE_CLASSES);
  for (const size of bytes) classes[sizeClass(size)]++;
  const { values } = await measureRanks(graph);
  return {
    ranks,
    traffic: { graph, measures: values, sizes: classes },
    order: sendOrder({
      src,
      dst,
      sent: Float64Array.from(rows.sent),
      received: Float64Array.from(rows.received),
    }),
    calls: sendingCalls(graph),
  };
}

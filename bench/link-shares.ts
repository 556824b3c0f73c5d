/**
 * Who fills the 200 fullest links of a 1296-node fat tree, told from counters alone: six hours in steps of 300 s, 3 %
 * noise on each reading, compared with what the jobs really sent. Beside it the candidates by pairs of hosts and time.
 */
import { type AnswerOf, linkCandidates, linkShares } from '@weft/analysis';
import {
  type Batch,
  createRandom,
  joinFrames,
  MemorySink,
  NONE,
  type TableColumns,
  type TableName,
  type Tables,
  textAt,
} from '@weft/model';
import { loadStudy, simulate } from '@weft/simulate';

const LINKS = 200;
const NOISE = 0.03;
const STEP = 300e9;
const DURATION = 6 * 3600e9;

interface Ranking {
  /** Part of the bytes of a link that are of a job. */
  readonly shares: ReadonlyMap<number, number>;
  readonly ranges?: ReadonlyMap<number, readonly [number, number]>;
}

export async function run(): Promise<void> {
  const sink = await simulateHours();
  const truth = trueShares(whole(sink, 'loads').columns);
  const inputs = inputsOf(sink);
  const { kind } = inputs.vertices.columns;
  const { src, dst } = inputs.links.columns;
  const isSwitch = (vertex: number) => textAt(kind, vertex) === 'switch';
  const fullest = [...truth].sort((a, b) => b[1].bytes - a[1].bytes);
  await compare('of all links', fullest.slice(0, LINKS), inputs);
  const between = fullest.filter(([link]) => isSwitch(src[link]) && isSwitch(dst[link]));
  await compare('of those between switches', between.slice(0, LINKS), inputs);
}

async function compare(
  name: string,
  links: readonly (readonly [number, TrueShares])[],
  inputs: ReturnType<typeof inputsOf>,
): Promise<void> {
  const started = process.cpuUsage();
  const asked = linkShares.params.parse({ links: links.map(([link]) => link), source: 'counters' });
  const answer = await linkShares.run(inputs, asked, {});
  const { user, system } = process.cpuUsage(started);
  console.log(`the ${links.length} fullest ${name}, ${((user + system) / 1e6).toFixed(1)} CPU s`);
  print(
    'shares by the links of hosts',
    links.map(([link, { shares }]) => ({ truth: shares, found: fittedOf(answer, link) })),
  );
  const candidates = [];
  for (const [link, { shares }] of links) {
    const found = await linkCandidates.run(inputs, linkCandidates.params.parse({ links: [link] }), {});
    candidates.push({ truth: shares, found: byPairsAndTime(found) });
  }
  print('candidates by pairs and time', candidates);
}

async function simulateHours(): Promise<MemorySink> {
  const { scenario, place } = loadStudy('fat-tree-1296');
  const sink = new MemorySink();
  await simulate(
    {
      ...scenario,
      jobs: scenario.jobs.filter(({ start }) => start < DURATION),
      model: { kind: 'history', shape: 'daily', jitter: 0.18, packet: 4096, duration: DURATION },
      counters: { interval: STEP, metrics: ['data_sent'], loads: STEP },
      output: { ...scenario.output, routes: true, loads: true, messages: false },
    },
    sink,
    {},
    place,
  );
  return sink;
}

function whole<N extends TableName>(sink: MemorySink, table: N): Batch<Tables[N]> {
  return sink.batches(table).reduce((all, batch) => joinFrames(all, batch));
}

function inputsOf(sink: MemorySink) {
  const counters = whole(sink, 'counters');
  const random = createRandom('noise of readings');
  const value = counters.columns.value.map((amount) => amount * (1 + NOISE * random.normal()));
  const noisy = { rows: counters.rows, columns: { ...counters.columns, value } };
  return {
    vertices: whole(sink, 'vertices'),
    links: whole(sink, 'links'),
    jobs: whole(sink, 'jobs'),
    ranks: whole(sink, 'ranks'),
    routes: whole(sink, 'routes'),
    counters: noisy,
    times: noisy,
  };
}

interface TrueShares {
  bytes: number;
  readonly shares: Map<number, number>;
}

function trueShares({ link, job, bytes }: TableColumns<'loads'>): Map<number, TrueShares> {
  const found = new Map<number, TrueShares>();
  for (let row = 0; row < link.length; row++) {
    const of = found.get(link[row]) ?? { bytes: 0, shares: new Map<number, number>() };
    of.bytes += bytes[row];
    of.shares.set(job[row], (of.shares.get(job[row]) ?? 0) + bytes[row]);
    found.set(link[row], of);
  }
  for (const { bytes: total, shares } of found.values()) {
    for (const [id, amount] of shares) shares.set(id, amount / total);
  }
  return found;
}

function fittedOf({ shares, summary }: AnswerOf<typeof linkShares>, wanted: number): Ranking {
  const { link, job, bytes, low, high } = shares.columns;
  const total = summary.columns.bytes[summary.columns.link.indexOf(wanted)];
  const rows = [...link.keys()].filter((row) => link[row] === wanted && job[row] !== NONE);
  return {
    shares: new Map(rows.map((row) => [job[row], bytes[row] / total])),
    ranges: new Map(rows.map((row) => [job[row], [low[row] / total, high[row] / total]])),
  };
}

function byPairsAndTime({ candidates: { columns } }: AnswerOf<typeof linkCandidates>): Ranking {
  const weights = columns.pairs.map((pairs, row) => pairs * columns.time[row]);
  const sum = weights.reduce((all, weight) => all + weight, 0);
  return { shares: new Map(Array.from(columns.job, (job, row) => [job, weights[row] / sum])) };
}

function print(name: string, links: readonly { truth: ReadonlyMap<number, number>; found: Ranking }[]): void {
  let [first, error, apart, pairs, held, ranges] = [0, 0, 0, 0, 0, 0];
  for (const { truth, found } of links) {
    if (largest(truth) === largest(found.shares)) first++;
    for (const job of new Set([...truth.keys(), ...found.shares.keys()])) {
      const real = truth.get(job) ?? 0;
      const off = Math.abs(real - (found.shares.get(job) ?? 0));
      error += off;
      apart += off / 2;
      pairs++;
      const range = found.ranges?.get(job);
      if (!range) continue;
      ranges++;
      if (range[0] <= real && real <= range[1]) held++;
    }
  }
  const percent = (part: number, of: number) => `${((100 * part) / of).toFixed(1)} %`;
  console.log(
    `  ${name}: right job first ${percent(first, links.length)} (bar 97 %), mean error of shares ${percent(error, pairs)} ` +
      `(bar 2 %), wrongly given of a link ${percent(apart, links.length)}` +
      (ranges > 0 ? `, 95 % ranges hold in ${percent(held, ranges)} (bar 90 %)` : ''),
  );
}

function largest(shares: ReadonlyMap<number, number>): number | undefined {
  return [...shares].sort((a, b) => b[1] - a[1])[0]?.[0];
}

import { fileURLToPath } from 'node:url';
import { findings } from '@weft/analysis';
import { type ColumnQuery, createRandom, type Frame, type MemorySink, textAt } from '@weft/model';
import { type CounterFeature, plantCounters } from './findings/plant-counters.ts';
import { type ProgramFeature, plantProgram } from './findings/plant-program.ts';
import { plantScenario, type ScenarioFeature } from './findings/plant-scenario.ts';
import type { Feature, Planted } from './findings/planted.ts';
import { features } from './findings/planted.ts';

/** Thresholds were chosen on seeds from 0 on; those from here on were kept apart to check them. */
const CHECK_SEEDS = Number(process.env.WEFT_FIRST_SEED ?? 1_000_000);
const DATASETS = Number(process.env.WEFT_DATASETS ?? 300);
const CALIBRATE = process.env.WEFT_SEEDS === 'calibrate';

/** How often the planted feature is found first and among the first three, and nothing where nothing was planted. */
export async function run(): Promise<void> {
  const scores = new Map<Feature, { all: number; first: number; three: number }>();
  for (let at = 0; at < DATASETS; at++) {
    const planted = await plant(at, (CALIBRATE ? 0 : CHECK_SEEDS) + at);
    const found = await findIn(planted);
    const place = found.findIndex((finding) => agrees(planted, finding));
    const score = scores.get(planted.feature) ?? { all: 0, first: 0, three: 0 };
    scores.set(planted.feature, score);
    score.all++;
    if (place === 0) score.first++;
    if (place >= 0 && place < 3) score.three++;
    if (place !== 0) explain(at, planted, found);
  }
  for (const feature of features) print(feature, scores.get(feature));
  const sum = { all: 0, first: 0, three: 0 };
  for (const [feature, { all, first, three }] of scores) {
    if (feature === 'nothing') continue;
    sum.all += all;
    sum.first += first;
    sum.three += three;
  }
  print('planted, all kinds', sum);
}

type Maker = (random: ReturnType<typeof createRandom>) => Promise<Planted>;

const makers: readonly Maker[] = [
  ...(
    [
      'hot-link',
      'busy-time',
      'dominant-job',
      'level-imbalance',
      'pod-imbalance',
      'dimension-imbalance',
      'shared-links',
      'nothing',
    ] satisfies CounterFeature[]
  ).map(
    (feature): Maker =>
      (random) =>
        plantCounters(feature, random),
  ),
  ...(['slow-rank', 'heavy-rank', 'period', 'outlier-phase', 'nothing'] satisfies ProgramFeature[]).map(
    (feature): Maker =>
      (random) =>
        plantProgram(feature, random),
  ),
  ...(
    [
      'hot-link',
      'busy-time',
      'dominant-job',
      'dimension-imbalance',
      'period',
      'outlier-phase',
      'nothing',
    ] satisfies ScenarioFeature[]
  ).map(
    (feature): Maker =>
      (random) =>
        plantScenario(feature, random),
  ),
];

function plant(at: number, seed: number): Promise<Planted> {
  return makers[at % makers.length](createRandom(seed));
}

interface Found {
  readonly kind: string;
  readonly text: string;
  readonly factor: number;
  readonly where: Readonly<Record<string, unknown>>;
}

async function findIn({ tables, facts }: Planted): Promise<Found[]> {
  const params = findings.params.parse({
    metric: facts.metrics?.[0]?.name ?? null,
    interval: facts.interval ?? null,
  });
  const queries = findings.needs(params);
  const answer = await findings.runStreamed((name) => framesOf(tables, queries[name]) as never, params, {});
  const { rows, columns } = answer.findings;
  return Array.from({ length: rows }, (_, row) => ({
    kind: textAt(columns.kind, row) ?? '',
    text: textAt(columns.text, row) ?? '',
    factor: columns.factor[row],
    where: JSON.parse(textAt(columns.where, row) ?? '{}'),
  }));
}

/** Counters have one metric each in this corpus, except where the simulator writes more. */
function* framesOf(tables: MemorySink, query: ColumnQuery | undefined): Generator<Frame> {
  if (!query) return;
  for (const batch of tables.batches(query.table)) {
    const metric = query.where?.find((filter) => filter.column === 'metric');
    if (query.table !== 'counters' || metric?.op !== 'in') yield batch;
    else yield rowsOfMetrics(batch, metric.values);
  }
}

function rowsOfMetrics(batch: Frame, names: readonly (string | number)[]): Frame {
  const { metric, time, link, value } = batch.columns as never as {
    metric: { codes: Int32Array; dictionary: string[] };
    time: Float64Array;
    link: Int32Array;
    value: Float64Array;
  };
  const rows = Array.from(metric.codes.keys()).filter((row) =>
    names.includes(metric.dictionary[metric.codes[row]]),
  );
  return {
    rows: rows.length,
    columns: {
      time: Float64Array.from(rows, (row) => time[row]),
      link: Int32Array.from(rows, (row) => link[row]),
      metric: { codes: Int32Array.from(rows, (row) => metric.codes[row]), dictionary: metric.dictionary },
      value: Float64Array.from(rows, (row) => value[row]),
    },
  };
}

/** The kind is that of the feature, and what was planted where is what is told; times may differ at their ends. */
function agrees({ feature, where }: Planted, finding: Found): boolean {
  if (finding.kind !== feature) return false;
  const { from, to, ...exact } = where;
  if (Object.entries(exact).some(([key, value]) => finding.where[key] !== value)) return false;
  return from === undefined || overlap(Number(from), Number(to), finding.where);
}

function overlap(from: number, to: number, { from: start, to: end }: Found['where']): boolean {
  const common = Math.min(to, Number(end)) - Math.max(from, Number(start));
  return common >= (to - from) / 2;
}

function explain(at: number, { name, feature, where }: Planted, found: readonly Found[]): void {
  const told = found.map(
    ({ kind, factor, where: place }) => `${kind} ${factor.toFixed(1)} ${JSON.stringify(place)}`,
  );
  console.log(`${at} ${name}: ${feature} ${JSON.stringify(where)} but ${told.join('; ')}`);
}

function print(name: string, score: { all: number; first: number; three: number } | undefined): void {
  if (!score) return;
  const percent = (count: number) => `${((100 * count) / score.all).toFixed(1)} %`;
  console.log(
    `${name}: ${score.all} datasets, first ${percent(score.first)}, among three ${percent(score.three)}`,
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await run();

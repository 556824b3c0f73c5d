import { fileURLToPath } from 'node:url';
import { plant } from './findings/corpus.ts';
import { type Found, findIn } from './findings/find-in.ts';
import { type Feature, features, type Planted } from './findings/planted.ts';

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

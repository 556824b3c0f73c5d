import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ListedFinding } from '@weft/analysis';
import { createRandom, type MemorySink, type TableName, timeUnits, valueAt } from '@weft/model';
import { createDataset, type Dataset, openDataset } from '@weft/store';
import { afterAll, expect, test } from 'vitest';
import { plantCounters } from '../../../../bench/findings/plant-counters.ts';
import { plantProgram } from '../../../../bench/findings/plant-program.ts';
import { plantScenario } from '../../../../bench/findings/plant-scenario.ts';
import type { Planted } from '../../../../bench/findings/planted.ts';
import { findInDataset } from '../../src/info/find-in-dataset.ts';

const folder = mkdtempSync(join(tmpdir(), 'weft-finding-values-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Seconds between samples. */
const seconds = ({ manifest }: Dataset): number => (manifest.interval ?? 0) / 1e9;
const SENT = "metric = 'data_sent'";
/** Mean bytes of a link in the named group over those of the next, or below all others. */
const groupRatio = (group: string, name: string | undefined, of = 'class') => `
  WITH totals AS (SELECT link, sum(value) AS bytes FROM counters WHERE ${SENT} GROUP BY link),
    means AS (SELECT ${group} AS name, avg(coalesce(bytes, 0)) AS mean FROM links LEFT JOIN totals ON link = id
      WHERE ${of} IS NOT NULL GROUP BY name)
  SELECT (SELECT mean FROM means WHERE name = '${name}') / (SELECT max(mean) FROM means WHERE name <> '${name}' AND name IS NOT NULL)`;

/** One phase unlike the others differs from the one a period before it and from the one after. */
const ONE_OUTLIER = 2;

/** How much later a rank sends its n-th message than the median rank, over all n. */
const late = (rank: number | undefined) => `
  WITH sends AS (SELECT src, send_start, row_number() OVER (PARTITION BY src ORDER BY send_start) AS nth FROM messages),
    middles AS (SELECT nth, list_sort(list(send_start))[count(*) // 2 + 1] AS middle FROM sends GROUP BY nth)
  SELECT sum(greatest(0, send_start - middle)) FROM sends JOIN middles USING (nth) WHERE src = ${rank}`;

/** Time from the end of a rank's calls and what it got to its next call; since its last call where it was at work already. */
const busy = (rank: number | undefined) => `
  WITH events AS (
      SELECT src AS rank, send_start AS began, send_end AS ended, 1 AS work FROM messages
      UNION ALL SELECT rank, enter, exit, 1 FROM collectives
      UNION ALL SELECT dst, recv_end, recv_end, 0 FROM messages WHERE recv_end IS DISTINCT FROM recv_start),
    calls AS (SELECT rank, began, work, max(ended) FILTER (WHERE work = 1) OVER earlier AS called,
        coalesce(max(began) FILTER (WHERE work = 0) OVER earlier, 0) AS arrived
      FROM events WINDOW earlier AS (PARTITION BY rank ORDER BY began, work ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)),
    pauses AS (SELECT rank, began - called AS whole, began - greatest(called, arrived) AS rest
      FROM calls WHERE work = 1 AND began > greatest(called, arrived) AND called IS NOT NULL),
    usual AS (SELECT list_sort(list(rest))[count(*) // 2 + 1] AS usual FROM pauses)
  SELECT sum(CASE WHEN rest < 0.7 * usual THEN whole ELSE rest END) FROM pauses, usual WHERE rank = ${rank}`;

type Sql = (finding: ListedFinding, dataset: Dataset) => string;

/** The same numbers, asked for in SQL. */
const questions: Readonly<Record<string, Sql>> = {
  'hot-link': ({ where: { link } }, dataset) =>
    `SELECT 100 * max(value / ${seconds(dataset)} / capacity) FROM counters JOIN links ON link = id WHERE ${SENT} AND link = ${link}`,
  'busy-time': ({ where: { from, to } }) =>
    `SELECT sum(value) FROM counters WHERE ${SENT} AND time > ${from} AND time <= ${to}`,
  'dominant-job': ({ where: { job } }) =>
    `SELECT 100 * sum(bytes) FILTER (job = ${job}) / sum(bytes) FROM loads`,
  'level-imbalance': ({ where }) => groupRatio('class', where.class),
  'dimension-imbalance': ({ where: { dimension, direction } }) =>
    direction
      ? groupRatio("CASE WHEN class LIKE 'dim %' THEN direction END", direction)
      : groupRatio("CASE WHEN class LIKE 'dim %' THEN class END", `dim ${dimension}`),
  'pod-imbalance': ({ where: { pod } }) =>
    groupRatio(
      `(SELECT CASE WHEN a.pod = b.pod OR b.pod IS NULL THEN a.pod WHEN a.pod IS NULL THEN b.pod END
        FROM vertices a, vertices b WHERE a.id = src AND b.id = dst)`,
      String(pod),
    ),
  'shared-links': ({ where: { link } }, dataset) =>
    `SELECT 100 * sum(value) / (any_value(capacity) * ${seconds(dataset)} * count(*)) FROM counters JOIN links ON link = id WHERE ${SENT} AND link = ${link}`,
  'slow-rank': ({ text, where: { rank } }) => (text.includes('between its calls') ? busy : late)(rank),
  'heavy-rank': ({ where: { rank } }) => `SELECT sum(bytes) FROM messages WHERE src = ${rank}`,
  wait: ({ where: { rank, for: partner } }) =>
    `SELECT max(send_start - recv_start) FROM messages WHERE dst = ${rank} AND src = ${partner}`,
  period: () =>
    `WITH rounds AS (SELECT tag AS round, string_agg(src || '-' || dst || '-' || bytes, ' ' ORDER BY src, dst) AS sent FROM messages GROUP BY tag)
    SELECT min(p) FROM range(1, 20) AS r(p) WHERE (SELECT count(*) FROM rounds a, rounds b WHERE b.round = a.round + p AND a.sent <> b.sent) <= ${ONE_OUTLIER}`,
  'outlier-phase': ({ where: { phase } }) => `SELECT sum(bytes) FROM messages WHERE tag = ${phase}`,
  nothing: (_, dataset) =>
    `SELECT 100 * max(value / ${seconds(dataset)} / capacity) FROM counters JOIN links ON link = id WHERE ${SENT}`,
};

async function write({ tables, facts }: Planted, name: string): Promise<Dataset> {
  const path = join(folder, `${name}.weft`);
  const writer = await createDataset(path);
  for (const table of tables.tables) await copyTable(tables, table as TableName, writer);
  await writer.finish({ title: name, ...facts });
  return openDataset(path);
}

async function copyTable(
  from: MemorySink,
  table: TableName,
  to: Awaited<ReturnType<typeof createDataset>>,
): Promise<void> {
  for (const batch of from.batches(table)) await to.write(table, batch);
}

/** What one of a unit stands for, as sentences write it. */
function sizeOf(prefix: string, unit: string): number {
  if (unit === 'ns') return timeUnits.find(([, name]) => name === prefix)?.[0] ?? Number.NaN;
  return 1000 ** ['', 'k', 'M', 'G', 'T', 'P'].indexOf(prefix);
}

/** Numbers of a sentence that stand before their unit. */
function numbersIn(text: string, unit: string): number[] {
  const space = '[\u00a0 ]';
  const after: Record<string, string> = {
    '%': `${space}()%`,
    B: `${space}([kMGTP]?)B`,
    ns: `${space}(d|h|min|s|ms|µs|ns)(?![a-z])`,
    times: `${space}()times`,
    phases: `${space}()phases`,
  };
  const found = text.matchAll(new RegExp(`(\\d[\\d,]*(?:\\.\\d+)?)${after[unit]}`, 'g'));
  return [...found].map(([, digits, prefix]) => Number(digits.replaceAll(',', '')) * sizeOf(prefix, unit));
}

async function expectSame(finding: ListedFinding, dataset: Dataset): Promise<void> {
  const { columns } = await dataset.sql(questions[finding.kind](finding, dataset));
  const [column] = Object.values(columns);
  const asked = Number(valueAt(column, 0));
  expect(finding.value / asked, `${finding.text} against ${asked}`).toBeCloseTo(1, 6);
  const told = numbersIn(finding.text, finding.unit);
  const nearest = told.map((number) => Math.abs(number / asked - 1)).sort((a, b) => a - b)[0];
  expect(nearest, `${asked} in: ${finding.text}`).toBeLessThan(0.006);
}

const kinds = [
  ['hot-link', (seed: string) => plantCounters('hot-link', createRandom(seed))],
  ['busy-time', (seed: string) => plantCounters('busy-time', createRandom(seed))],
  ['dominant-job', (seed: string) => plantScenario('dominant-job', createRandom(seed))],
  ['level-imbalance', (seed: string) => plantCounters('level-imbalance', createRandom(seed))],
  ['pod-imbalance', (seed: string) => plantCounters('pod-imbalance', createRandom(seed))],
  ['dimension-imbalance', (seed: string) => plantCounters('dimension-imbalance', createRandom(seed))],
  ['shared-links', (seed: string) => plantCounters('shared-links', createRandom(seed))],
  ['heavy-rank', (seed: string) => plantProgram('heavy-rank', createRandom(seed))],
  ['slow-rank', (seed: string) => plantProgram('slow-rank', createRandom(seed))],
  ['slow-rank', (seed: string) => plantScenario('slow-rank', createRandom(seed))],
  ['period', (seed: string) => plantProgram('period', createRandom(seed))],
  ['outlier-phase', (seed: string) => plantProgram('outlier-phase', createRandom(seed))],
  ['nothing', (seed: string) => plantCounters('nothing', createRandom(seed))],
] as const;

const SEEDS = Number(process.env.WEFT_FINDING_SEEDS ?? 1);

test.each(kinds)('%#: the value of %s is that of SQL, and its sentence tells it', async (kind, plant) => {
  for (let seed = 0; seed < SEEDS; seed++) {
    const planted = await plant(`${kind} ${seed}`);
    const dataset = await write(planted, `${planted.name} ${kind} ${seed}`);
    const found = (await findInDataset(dataset)).filter((finding) => finding.kind in questions);
    expect(found.map((finding) => finding.kind)).toContain(kind);
    for (const finding of found) await expectSame(finding, dataset);
    await dataset.close();
  }
});

import type { DuckDBConnection } from '@duckdb/node-api';
import { accumulate, type Cube, createCube, type Manifest, WeftError } from '@weft/model';
import { resultChunks } from './result-chunks.ts';
import { quoteText } from './sql-text.ts';
import type { CubeOptions } from './store-api.ts';
import { wholeRunCube } from './whole-run-cube.ts';

interface NumericVector {
  readonly items: Int32Array | Float64Array;
}

/**
 * Running sums of one metric. A sample that is missing counts as 0. For a gauge the sum adds its
 * level once per step, so a total divided by the number of steps is the mean level.
 */
export async function buildCube(
  connection: DuckDBConnection,
  manifest: Manifest,
  metric: string,
  options: CubeOptions,
): Promise<Cube> {
  const { after } = options;
  const where = samplesOf(metric, after);
  if (options.maxSteps === 1 && after === undefined && manifest.interval !== null) {
    const whole = await wholeRunCube(connection, metric, where, manifest.interval);
    if (!whole) throw unknownMetric(manifest, metric);
    return whole;
  }
  const times = await sampleTimes(connection, where);
  if (times.length === 0 && after === undefined) throw unknownMetric(manifest, metric);
  const links = await linkCount(connection, metric);
  const group = Math.max(1, Math.ceil(times.length / Math.max(1, options.maxSteps ?? times.length)));
  const edges = Math.ceil(times.length / group) + 1;
  await options.onBytes?.(links * edges * Float64Array.BYTES_PER_ELEMENT);
  const cube = createCube(metric, links, stepEdges(times, group, after ?? firstEdge(times, manifest)));
  await addSamples(connection, cube, times, group, where);
  return accumulate(cube);
}

function samplesOf(metric: string, after: number | undefined): string {
  const later = after === undefined ? '' : ` AND time > ${after}`;
  return `FROM counters WHERE metric = ${quoteText(metric)}${later}`;
}

async function sampleTimes(connection: DuckDBConnection, where: string): Promise<Float64Array> {
  const reader = await connection.runAndReadAll(
    `SELECT CAST(time AS DOUBLE) FROM (SELECT DISTINCT time ${where}) ORDER BY 1`,
  );
  return Float64Array.from((reader.getColumnsJS()[0] ?? []) as number[]);
}

async function linkCount(connection: DuckDBConnection, metric: string): Promise<number> {
  const reader = await connection.runAndReadAll(
    `SELECT greatest((SELECT count(*) FROM links),
       (SELECT coalesce(max(link), -1) + 1 FROM counters WHERE metric = ${quoteText(metric)}))::DOUBLE`,
  );
  return reader.getColumnsJS()[0][0] as number;
}

/** Each sample covers the time since the one before; the first covers one interval. */
function stepEdges(times: Float64Array, group: number, first: number): Float64Array {
  const steps = Math.ceil(times.length / group);
  const edges = new Float64Array(steps + 1);
  edges[0] = first;
  for (let step = 0; step < steps; step++) {
    edges[step + 1] = times[Math.min(times.length, (step + 1) * group) - 1];
  }
  return edges;
}

function firstEdge(times: Float64Array, { interval, timeRange }: Manifest): number {
  const [first] = times;
  if (interval !== null) return first - interval;
  if (times.length > 1) return first - (times[1] - first);
  return timeRange && timeRange[0] < first ? timeRange[0] : first - 1;
}

async function addSamples(
  connection: DuckDBConnection,
  cube: Cube,
  times: Float64Array,
  group: number,
  where: string,
): Promise<void> {
  const rowOfTime = new Map<number, number>();
  times.forEach((time, index) => {
    rowOfTime.set(time, (Math.floor(index / group) + 1) * cube.links);
  });
  const result = await connection.stream(`SELECT CAST(time AS DOUBLE), link, value ${where}`);
  const { sums } = cube;
  let time = Number.NaN;
  let row = 0;
  for await (const chunk of resultChunks(result)) {
    const [sampleTimes, links, values] = [0, 1, 2].map(
      (column) => (chunk.getColumnVector(column) as unknown as NumericVector).items,
    );
    for (let i = 0; i < links.length; i++) {
      if (sampleTimes[i] !== time) {
        time = sampleTimes[i];
        row = rowOfTime.get(time) as number;
      }
      sums[row + links[i]] += values[i];
    }
  }
}

function unknownMetric(manifest: Manifest, metric: string): WeftError {
  const names = manifest.metrics.map(({ name }) => name);
  return new WeftError({
    code: 'UNKNOWN-METRIC',
    message: `the dataset has no counters of metric ${JSON.stringify(metric)}`,
    advice: names.length > 0 ? `It has ${names.join(', ')}.` : 'It has no counters.',
  });
}

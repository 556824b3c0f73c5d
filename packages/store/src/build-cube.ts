import {
  type AnyQuery,
  accumulate,
  type Blocks,
  type Cube,
  createCube,
  type Filter,
  type Manifest,
  queryColumns,
  WeftError,
} from '@weft/model';
import type { Engine } from './engine.ts';
import { readSums } from './read-whole.ts';
import type { CubeOptions } from './store-api.ts';
import { wholeRunCube } from './whole-run-cube.ts';

/** Samples at a time, about: 100 million take least time in frames of this length. */
const FRAME_ROWS = 32_768;

/**
 * Running sums of one metric. A sample that is missing counts as 0. For a gauge the sum adds its
 * level once per step, so a total divided by the number of steps is the mean level.
 */
export async function buildCube(
  engine: Engine,
  manifest: Manifest,
  metric: string,
  options: CubeOptions,
): Promise<Cube> {
  const { after, signal } = options;
  const where = samplesOf(metric, after);
  const listed = manifest.tables.links?.rows ?? 0;
  if (options.maxSteps === 1 && after === undefined && manifest.interval !== null) {
    const whole = await wholeRunCube(engine, manifest, metric, where, signal);
    if (!whole) throw unknownMetric(manifest, metric);
    return whole;
  }
  const times = await sampleTimes(engine, where, signal);
  if (times.length === 0 && after === undefined) throw unknownMetric(manifest, metric);
  const links = Math.max(listed, 1 + (await lastLink(engine, metric, signal)));
  const group = Math.max(1, Math.ceil(times.length / Math.max(1, options.maxSteps ?? times.length)));
  const edges = Math.ceil(times.length / group) + 1;
  await options.onBytes?.(links * edges * Float64Array.BYTES_PER_ELEMENT);
  const cube = createCube(metric, links, stepEdges(times, group, after ?? firstEdge(times, manifest)));
  await addSamples(engine, cube, { times, group, where, signal });
  return accumulate(cube);
}

function samplesOf(metric: string, after: number | undefined): Filter[] {
  const own: Filter = { op: 'in', column: 'metric', values: [metric] };
  if (after === undefined) return [own];
  return [own, { op: 'range', column: 'time', from: Math.floor(after) + 1, to: Number.MAX_SAFE_INTEGER }];
}

async function sampleTimes(engine: Engine, where: Filter[], signal?: AbortSignal): Promise<Float64Array> {
  const { columns } = await readSums(engine, { table: 'counters', by: ['time'], sums: [], where }, signal);
  return Float64Array.from(columns.time);
}

async function lastLink(engine: Engine, metric: string, signal?: AbortSignal): Promise<number> {
  const where = samplesOf(metric, undefined);
  const query = { table: 'counters', by: [], sums: [], most: ['link'], where } as const;
  return (await readSums(engine, query, signal)).columns.most_link[0];
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

interface Samples {
  readonly times: Float64Array;
  readonly group: number;
  readonly where: Filter[];
  readonly signal?: AbortSignal;
}

async function addSamples(engine: Engine, cube: Cube, samples: Samples): Promise<void> {
  const { times, group, where, signal } = samples;
  const blocks = engine.isRemote ? evenSteps(times, group) : null;
  const query: AnyQuery = blocks
    ? { table: 'counters', by: ['time', 'link'], blocks: { time: blocks }, sums: ['value'], where }
    : queryColumns('counters', ['time', 'link', 'value'], { where });
  const stepOf = new Map<number, number>();
  if (!blocks) times.forEach((time, index) => void stepOf.set(time, Math.floor(index / group)));
  const { sums } = cube;
  let time = Number.NaN;
  let row = 0;
  for await (const frame of engine.frames(query, { rows: FRAME_ROWS, passing: true, signal })) {
    const columns = frame.columns as Readonly<Record<string, Int32Array | Float64Array>>;
    const { time: ends, link, value } = columns;
    for (let i = 0; i < frame.rows; i++) {
      if (ends[i] !== time) {
        time = ends[i];
        row = ((blocks ? time : (stepOf.get(time) as number)) + 1) * cube.links;
      }
      sums[row + link[i]] += value[i];
    }
  }
}

/** Steps of several samples that are equally far apart are blocks of time, which an engine can add up itself. */
function evenSteps(times: Float64Array, group: number): Blocks | null {
  const [first, second] = times;
  if (group === 1 || times.some((time, index) => time !== first + index * (second - first))) return null;
  return { from: first, width: group * (second - first), blocks: Math.ceil(times.length / group) };
}

function unknownMetric(manifest: Manifest, metric: string): WeftError {
  const names = manifest.metrics.map(({ name }) => name);
  return new WeftError({
    code: 'UNKNOWN-METRIC',
    message: `the dataset has no counters of metric ${JSON.stringify(metric)}`,
    advice: names.length > 0 ? `It has ${names.join(', ')}.` : 'It has no counters.',
  });
}

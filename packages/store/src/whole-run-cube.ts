import { type Cube, createCube, type Filter, type Manifest } from '@weft/model';
import type { Engine } from './engine.ts';
import { readSums } from './read-whole.ts';

/** One step for all samples, which the engine adds up itself; null where there are no samples. */
export async function wholeRunCube(
  engine: Engine,
  { tables, interval }: Manifest,
  metric: string,
  where: Filter[],
  signal?: AbortSignal,
): Promise<Cube | null> {
  const written = (tables.link_sums?.rows ?? 0) > 0;
  const table = written ? 'link_sums' : 'counters';
  const { rows, columns } = await readSums(engine, { table, by: ['link'], sums: ['value'], where }, signal);
  if (rows === 0) return null;
  const [first, last] = await (written ? summedTime : sampledTime)(engine, where, signal);
  const links = Math.max(tables.links?.rows ?? 0, 1 + columns.link[rows - 1]);
  const cube = createCube(metric, links, Float64Array.of(first - (interval ?? 0), last));
  for (let row = 0; row < rows; row++) cube.sums[cube.links + columns.link[row]] = columns.value[row];
  return cube;
}

type FirstAndLast = (engine: Engine, where: Filter[], signal?: AbortSignal) => Promise<[number, number]>;

const summedTime: FirstAndLast = async (engine, where, signal) => {
  const query = { table: 'link_sums', by: [], sums: [], least: ['first'], most: ['last'], where } as const;
  const { columns } = await readSums(engine, query, signal);
  return [columns.least_first[0], columns.most_last[0]];
};

/** Asked for apart: a least and a largest time for each link would take longer than the sums. */
const sampledTime: FirstAndLast = async (engine, where, signal) => {
  const query = { table: 'counters', by: [], sums: [], least: ['time'], most: ['time'], where } as const;
  const { columns } = await readSums(engine, query, signal);
  return [columns.least_time[0], columns.most_time[0]];
};

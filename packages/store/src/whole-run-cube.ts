import { type Cube, createCube, type Filter } from '@weft/model';
import type { Engine } from './engine.ts';
import { readSums } from './read-whole.ts';

/** One step for all samples, which the engine adds up itself; null where there are no samples. */
export async function wholeRunCube(
  engine: Engine,
  metric: string,
  where: Filter[],
  interval: number,
  links: number,
  signal?: AbortSignal,
): Promise<Cube | null> {
  const { rows, columns } = await readSums(
    engine,
    { table: 'counters', by: ['link'], sums: ['value'], where },
    signal,
  );
  if (rows === 0) return null;
  const [first, last] = await sampledTime(engine, where, signal);
  const most = columns.link[rows - 1];
  const cube = createCube(metric, Math.max(links, most + 1), Float64Array.of(first - interval, last));
  for (let row = 0; row < rows; row++) cube.sums[cube.links + columns.link[row]] = columns.value[row];
  return cube;
}

/** Asked for apart: a least and a largest time for each link would take longer than the sums. */
async function sampledTime(engine: Engine, where: Filter[], signal?: AbortSignal): Promise<[number, number]> {
  const query = {
    table: 'counters',
    by: [],
    sums: [],
    least: ['time'],
    most: ['time'],
    where,
  } as const;
  const { columns } = await readSums(engine, query, signal);
  return [columns.least_time[0], columns.most_time[0]];
}

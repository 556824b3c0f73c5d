import type { DuckDBConnection } from '@duckdb/node-api';
import { type Cube, createCube } from '@weft/model';
import { resultChunks } from './result-chunks.ts';

interface NumericVector {
  readonly items: Int32Array | Float64Array;
}

/** One step for all samples, which the engine adds up itself; null where there are no samples. */
export async function wholeRunCube(
  connection: DuckDBConnection,
  metric: string,
  samples: string,
  interval: number,
): Promise<Cube | null> {
  const [links, sums] = [[] as Int32Array[], [] as Float64Array[]];
  let most = -1;
  const result = await connection.stream(`SELECT link, CAST(sum(value) AS DOUBLE) ${samples} GROUP BY link`);
  for await (const chunk of resultChunks(result)) {
    const [link, sum] = [0, 1].map(
      (column) => (chunk.getColumnVector(column) as unknown as NumericVector).items,
    );
    links.push(Int32Array.from(link));
    sums.push(Float64Array.from(sum));
    for (let i = 0; i < link.length; i++) most = Math.max(most, link[i]);
  }
  if (most < 0) return null;
  const [first, last] = await sampledTime(connection, samples);
  const cube = createCube(metric, await cubeLinks(connection, most), Float64Array.of(first - interval, last));
  links.forEach((part, chunk) => {
    for (let i = 0; i < part.length; i++) cube.sums[cube.links + part[i]] = sums[chunk][i];
  });
  return cube;
}

/** Asked for apart: a least and a largest time for each link would take longer than the sums. */
async function sampledTime(connection: DuckDBConnection, samples: string): Promise<[number, number]> {
  const reader = await connection.runAndReadAll(
    `SELECT CAST(min(time) AS DOUBLE), CAST(max(time) AS DOUBLE) ${samples}`,
  );
  const [[first], [last]] = reader.getColumnsJS() as number[][];
  return [first, last];
}

async function cubeLinks(connection: DuckDBConnection, most: number): Promise<number> {
  const reader = await connection.runAndReadAll('SELECT count(*)::DOUBLE FROM links');
  return Math.max(reader.getColumnsJS()[0][0] as number, most + 1);
}

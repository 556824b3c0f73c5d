import { resolve } from 'node:path';
import type { Frame } from '@weft/model';
import { frameFromArrow } from '@weft/protocol';
import type { SqlLimits } from './sql-limits.ts';
import { createSqlRunner } from './sql-runner.ts';

/** One query and its answer. */
export async function askSql(
  { path, engine }: { readonly path: string; readonly engine?: string },
  query: string,
  limits: SqlLimits,
  signal?: AbortSignal,
): Promise<Frame> {
  const runner = createSqlRunner(limits);
  try {
    const answer = await runner.run({ path: resolve(path), engine, query, format: 'arrow' }, signal);
    return frameFromArrow(new Uint8Array(await new Response(answer).arrayBuffer()));
  } finally {
    await runner.close();
  }
}

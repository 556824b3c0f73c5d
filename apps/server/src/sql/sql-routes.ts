import { ARROW_TYPE, JSON_TYPE, paths, sqlBody } from '@weft/protocol';
import type { Hono } from 'hono';
import type { Catalog } from '../catalog.ts';
import { readBody } from '../http-errors.ts';
import { wantsJson, wantsTypedArrow } from '../leased-answer.ts';
import type { Meter } from '../measuring/meter.ts';
import type { SqlRunner } from './sql-runner.ts';

/** Questions of users in SQL. */
export function addSqlRoutes(app: Hono, catalog: Catalog, sql: SqlRunner, meter: Meter): void {
  app.post(paths.sql, async (context) => {
    const { query, maxRows } = await readBody(context, sqlBody);
    const id = context.req.param('id');
    const { path, engine } = await catalog.use(id, async (dataset) => dataset);
    const format = wantsJson(context) ? 'json' : wantsTypedArrow(context) ? 'typed-arrow' : 'arrow';
    const { signal } = context.req.raw;
    const answer = await meter.measure(() => sql.run({ path, engine, query, format, maxRows }, signal));
    return new Response(answer, {
      headers: { 'content-type': format === 'json' ? JSON_TYPE : ARROW_TYPE, 'cache-control': 'no-store' },
    });
  });
}

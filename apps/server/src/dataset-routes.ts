import { manifestVersion, tableQuerySchema } from '@weft/model';
import { ARROW_TYPE, cubeParams, type DatasetDescription, paths } from '@weft/protocol';
import type { Hono } from 'hono';
import type { AnswerBudget } from './answer-budget.ts';
import type { Catalog } from './catalog.ts';
import { createCubeCache } from './cube-cache.ts';
import { withDerivedMetrics } from './derived-metrics.ts';
import { checkParams, readBody } from './http-errors.ts';
import { holdWithin, leased, sendRows, streamLeased } from './leased-answer.ts';
import type { Limits } from './limits.ts';
import { activityPicture, shippedPicture } from './picture.ts';
import { createTableCache } from './table-cache.ts';

/** Which datasets there are, and what each is about. */
export function addDatasetRoutes(app: Hono, catalog: Catalog): void {
  app.get(paths.list, async (context) => context.json(await catalog.list()));

  app.get(paths.describe, async (context) => {
    const id = context.req.param('id');
    const { manifest, remote } = await catalog.use(id, async (dataset) => ({
      manifest: await withDerivedMetrics(dataset),
      remote: dataset.engine !== undefined,
    }));
    const tag = `"${manifestVersion(manifest)}"`;
    context.header('etag', tag);
    context.header('cache-control', 'no-cache');
    if (context.req.header('if-none-match') === tag) return context.body(null, 304);
    const description: DatasetDescription = {
      id,
      manifest,
      layout: catalog.layout(id),
      ...(remote && { remote }),
    };
    return context.json(description);
  });

  app.get(paths.picture, async (context) => {
    const id = context.req.param('id');
    const shipped = catalog.shippedPicture(id);
    return shipped ? shippedPicture(shipped) : catalog.use(id, activityPicture);
  });
}

/** Rows and sums of a dataset, as they are stored. */
export function addTableRoutes(app: Hono, catalog: Catalog, limits: Limits, budget: AnswerBudget): void {
  const cubes = createCubeCache(limits.cacheBytes / 8);
  const tables = createTableCache(limits.cacheBytes / 8);

  app.post(paths.query, async (context) => {
    const query = await readBody(context, tableQuerySchema);
    const { signal } = context.req.raw;
    return leased(budget.open(signal), async (lease) => {
      const frame = await catalog.use(context.req.param('id'), (dataset) =>
        tables.read(dataset, query, signal, holdWithin(lease, limits)),
      );
      return sendRows(context, query.table, frame, lease);
    });
  });

  app.get(paths.cube, async (context) => {
    const { metric, ...range } = checkParams(cubeParams, context.req.query());
    const { signal } = context.req.raw;
    return leased(budget.open(signal), async (lease) => {
      const options = { ...range, signal, onBytes: holdWithin(lease, limits) };
      const bytes = await catalog.use(context.req.param('id'), (dataset) =>
        cubes.get(dataset, metric, options),
      );
      return streamLeased([bytes], ARROW_TYPE, lease, bytes.byteLength);
    });
  });
}

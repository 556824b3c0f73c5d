import { analyses, findAnalysis } from '@weft/analysis';
import {
  type Frame,
  manifestVersion,
  type TableName,
  tableQuerySchema,
  tableSchema,
  WeftError,
  type WorkContext,
} from '@weft/model';
import {
  ARROW_TYPE,
  analysisParams,
  cubeParams,
  type DatasetDescription,
  frameToArrowParts,
  JSON_TYPE,
  paths,
  sqlBody,
} from '@weft/protocol';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { getPath } from 'hono/utils/url';
import { compressAnswers } from './access/compress-answers.ts';
import { withoutPrefix } from './access/public-address.ts';
import { addShareRoutes } from './access/share-routes.ts';
import type { AnalysisRunner } from './analysis-runner.ts';
import { createAnswerBudget, type Lease } from './answer-budget.ts';
import { answerResponse } from './answer-response.ts';
import type { Catalog } from './catalog.ts';
import { createCubeCache } from './cube-cache.ts';
import { withDerivedMetrics } from './derived-metrics.ts';
import { checkParams, errorResponse, readBody } from './http-errors.ts';
import { addImportRoutes, type ImportParts } from './imports/import-routes.ts';
import { encodeTexts, framesJsonPieces, jsonPieces } from './json-frame.ts';
import { checkResultSize, framesBytes, type Limits } from './limits.ts';
import { addMeasureRoutes } from './measuring/measure-routes.ts';
import { createMeter } from './measuring/meter.ts';
import { createRequestCounts } from './measuring/request-counts.ts';
import { jsonSchema, openApiDocument } from './openapi.ts';
import { activityPicture, shippedPicture } from './picture.ts';
import { readLibrary } from './read-library.ts';
import { type Guard, guardRequests, securityHeaders } from './security.ts';
import type { SqlRunner } from './sql/sql-runner.ts';
import { streamResponse } from './stream-response.ts';
import type { StudyRunner } from './study-runner.ts';
import { createTableCache } from './table-cache.ts';
import { addWhyRoutes } from './why/why-routes.ts';
import type { WhyRunner } from './why/why-runner.ts';

interface AppParts {
  readonly catalog: Catalog;
  readonly analyses: AnalysisRunner;
  readonly studies: StudyRunner;
  readonly sql: SqlRunner;
  readonly why: WhyRunner;
  /** Left out where files of the page are not imported. */
  readonly imports?: Pick<ImportParts, 'uploads' | 'importFolder'>;
  /** Folders of labelled runs. */
  readonly library: readonly string[];
  readonly guard: Guard;
  readonly limits: Limits;
  readonly version: string;
}

/** The API, without a socket: requests in, responses out. */
export function createApp(parts: AppParts): Hono {
  const { catalog, limits } = parts;
  const cubes = createCubeCache(limits.cacheBytes / 8);
  const tables = createTableCache(limits.cacheBytes / 8);
  const budget = createAnswerBudget(limits.answersBytes);
  const { guard } = parts;
  const measured = {
    version: parts.version,
    requests: createRequestCounts(),
    analyses: createMeter(),
    sql: createMeter(),
  };
  const prefix = guard.publicUrl?.pathname ?? '/';
  const app = new Hono({ getPath: (request) => withoutPrefix(getPath(request), prefix) });
  app.onError((error, context) => errorResponse(error, context.req.header('accept')));
  app.notFound((context) =>
    errorResponse(
      new WeftError({ code: 'NOT-FOUND', message: `nothing at ${context.req.path}` }),
      context.req.header('accept'),
    ),
  );
  app.use(measured.requests.middleware);
  app.use(securityHeaders(guard));
  app.use(guardRequests(guard));
  // On the machine itself, packing costs more time than it saves.
  if (!guard.loopbackOnly || guard.publicUrl) app.use('/api/*', compressAnswers);
  const limitBody = bodyLimit({ maxSize: limits.bodyBytes, onError: () => refuseBody(limits) });
  app.use('/api/*', (context, next) => (isUpload(context.req.path) ? next() : limitBody(context, next)));

  app.get(paths.list, async (context) => context.json(await catalog.list()));

  app.get(paths.describe, async (context) => {
    const id = context.req.param('id');
    const manifest = await catalog.use(id, withDerivedMetrics);
    const tag = `"${manifestVersion(manifest)}"`;
    context.header('etag', tag);
    context.header('cache-control', 'no-cache');
    if (context.req.header('if-none-match') === tag) return context.body(null, 304);
    const description: DatasetDescription = { id, manifest, layout: catalog.layout(id) };
    return context.json(description);
  });

  app.get(paths.picture, async (context) => {
    const id = context.req.param('id');
    const shipped = catalog.shippedPicture(id);
    return shipped ? shippedPicture(shipped) : catalog.use(id, activityPicture);
  });

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

  app.post(paths.sql, async (context) => {
    const { query, maxRows } = await readBody(context, sqlBody);
    const id = context.req.param('id');
    const path = await catalog.use(id, async (dataset) => dataset.path);
    const format = wantsJson(context) ? 'json' : 'arrow';
    const { signal } = context.req.raw;
    const answer = await measured.sql.measure(() => parts.sql.run({ path, query, format, maxRows }, signal));
    return new Response(answer, {
      headers: { 'content-type': format === 'json' ? JSON_TYPE : ARROW_TYPE, 'cache-control': 'no-store' },
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

  app.get(paths.analyses, (context) =>
    context.json(
      analyses.map(({ name, title, doc, params, result }) => ({
        name,
        title,
        doc,
        params: jsonSchema(params),
        result,
      })),
    ),
  );

  app.post(paths.analyse, async (context) => {
    const params = await readBody(context, analysisParams);
    const id = context.req.param('id');
    const name = context.req.param('name');
    const lease = budget.open(context.req.raw.signal);
    const analyse = async (options: WorkContext) => {
      const result = await measured.analyses.measure(() =>
        catalog.use(id, (dataset) => parts.analyses.run(dataset, name, params, options)),
      );
      await holdWithin(lease, limits)(framesBytes(result));
      lease.complete();
      return result;
    };
    if (!wantsJson(context)) {
      return answerResponse((signal, onProgress) => analyse({ signal, onProgress }), lease.release);
    }
    return leased(lease, async () => {
      const result = await analyse({ signal: context.req.raw.signal });
      return streamLeased(
        encodeTexts(framesJsonPieces(result, findAnalysis(name)?.result)),
        JSON_TYPE,
        lease,
      );
    });
  });

  addWhyRoutes(app, catalog, parts.why);

  app.get(paths.library, (context) => context.json(readLibrary(parts.library)));

  app.post(paths.study, (context) => {
    const study = catalog.study(context.req.param('id'));
    return answerResponse(async (signal, onProgress) => {
      if (await catalog.isReady(study.id)) return {};
      await parts.studies.generate(study, signal, onProgress);
      return {};
    });
  });

  if (parts.imports) addImportRoutes(app, { ...parts.imports, catalog });

  addShareRoutes(app, guard.shared, guard.token !== null);
  addMeasureRoutes(app, measured, catalog);
  if (guard.publicUrl && prefix !== '/') {
    const home = guard.publicUrl.href;
    app.get(prefix.slice(0, -1), (context) => context.redirect(home));
  }

  app.get(paths.openapi, (context) => context.json(openApiDocument(parts.version)));
  return app;
}

/** An answer that fails gives its memory back. */
async function leased(lease: Lease, answer: (lease: Lease) => Promise<Response>): Promise<Response> {
  try {
    return await answer(lease);
  } catch (error) {
    lease.release();
    throw error;
  }
}

function holdWithin(lease: Lease, limits: Limits): (bytes: number) => Promise<void> {
  return (bytes) => {
    checkResultSize(bytes, limits);
    return lease.hold(bytes);
  };
}

/** The page takes numbers as they lie in memory; who names JSON or Arrow gets missing values and 64-bit integers as such. */
function sendRows(context: Context, table: TableName, frame: Frame, lease: Lease): Response {
  const { columns } = tableSchema(table);
  if (wantsJson(context)) return streamLeased(encodeTexts(jsonPieces(frame, columns)), JSON_TYPE, lease);
  const parts = frameToArrowParts(frame, names(context, ARROW_TYPE) ? columns : undefined);
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return streamLeased(parts, ARROW_TYPE, lease, length);
}

function streamLeased(
  parts: Iterable<Uint8Array<ArrayBuffer>>,
  type: string,
  lease: Lease,
  length?: number,
): Response {
  lease.complete();
  return streamResponse(parts, { type, length, onEnd: lease.release });
}

function wantsJson(context: Context): boolean {
  return names(context, JSON_TYPE);
}

function names(context: Context, type: string): boolean {
  return (context.req.header('accept') ?? '').includes(type);
}

/** Pieces of files are larger than other bodies. */
function isUpload(path: string): boolean {
  return /^\/api\/uploads\/[^/]+$/.test(path);
}

function refuseBody(limits: Limits): never {
  throw new WeftError({
    code: 'BODY-TOO-LARGE',
    message: `a request may have at most ${limits.bodyBytes} bytes`,
  });
}

import { analyses } from '@weft/analysis';
import { type Frame, tableQuerySchema, WeftError } from '@weft/model';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { AnalysisRunner } from './analysis-runner.ts';
import { ARROW_TYPE, frameToArrow } from './arrow.ts';
import type { Catalog } from './catalog.ts';
import { createCubeCache } from './cube-cache.ts';
import { analysisParams, cubeParams, endpoints, sqlSchema } from './endpoints.ts';
import { framedResponse } from './framed-stream.ts';
import { checkParams, errorResponse, readBody } from './http-errors.ts';
import { frameToJson } from './json-frame.ts';
import { checkResultSize, frameBytes, type Limits, rowsWithin } from './limits.ts';
import { jsonSchema, openApiDocument } from './openapi.ts';
import { activityPicture, shippedPicture } from './picture.ts';
import { type Guard, guardRequests, securityHeaders } from './security.ts';
import type { StudyRunner } from './study-runner.ts';

export interface AppParts {
  readonly catalog: Catalog;
  readonly analyses: AnalysisRunner;
  readonly studies: StudyRunner;
  readonly guard: Guard;
  readonly limits: Limits;
  readonly version: string;
}

/** The API, without a socket: requests in, responses out. */
export function createApp(parts: AppParts): Hono {
  const { catalog, limits } = parts;
  const cubes = createCubeCache(limits.cacheBytes);
  const app = new Hono();
  app.onError(errorResponse);
  app.notFound((context) =>
    errorResponse(new WeftError({ code: 'NOT-FOUND', message: `nothing at ${context.req.path}` }), context),
  );
  app.use(securityHeaders);
  app.use(guardRequests(parts.guard));
  app.use('/api/*', bodyLimit({ maxSize: limits.bodyBytes, onError: () => refuseBody(limits) }));

  app.get(endpoints.list.path, async (context) => context.json(await catalog.list()));

  app.get(endpoints.describe.path, async (context) => {
    const id = context.req.param('id');
    const { manifest } = await catalog.open(id);
    return context.json({ id, manifest, layout: catalog.layout(id) });
  });

  app.get(endpoints.picture.path, async (context) => {
    const id = context.req.param('id');
    const shipped = catalog.shippedPicture(id);
    return shipped ? shippedPicture(shipped) : activityPicture(await catalog.open(id));
  });

  app.post(endpoints.query.path, async (context) => {
    const query = await readBody(context, tableQuerySchema);
    const dataset = await catalog.open(context.req.param('id'));
    return sendFrame(
      context,
      await dataset.read(query, context.req.raw.signal, rowsWithin(limits, query)),
      limits,
    );
  });

  app.post(endpoints.sql.path, async (context) => {
    const { query, maxRows } = await readBody(context, sqlSchema);
    const dataset = await catalog.open(context.req.param('id'));
    const rows = Math.min(maxRows ?? limits.sqlRows, limits.sqlRows);
    return sendFrame(
      context,
      await dataset.sql(query, { maxRows: rows, signal: context.req.raw.signal }),
      limits,
    );
  });

  app.get(endpoints.cube.path, async (context) => {
    const { metric, maxSteps } = checkParams(cubeParams, context.req.query());
    const dataset = await catalog.open(context.req.param('id'));
    const bytes = await cubes.get(dataset, metric, { maxSteps, signal: context.req.raw.signal });
    checkResultSize(bytes.byteLength, limits);
    return arrowResponse(bytes);
  });

  app.get(endpoints.analyses.path, (context) =>
    context.json(
      analyses.map(({ name, title, doc, params }) => ({ name, title, doc, params: jsonSchema(params) })),
    ),
  );

  app.post(endpoints.analyse.path, async (context) => {
    const params = await readBody(context, analysisParams);
    const dataset = await catalog.open(context.req.param('id'));
    const name = context.req.param('name');
    if (wantsJson(context)) {
      const result = await parts.analyses.run(dataset, name, params, { signal: context.req.raw.signal });
      return context.json(
        Object.fromEntries(Object.entries(result).map(([key, frame]) => [key, frameToJson(frame)])),
      );
    }
    return framedResponse((signal, onProgress) =>
      parts.analyses.run(dataset, name, params, { signal, onProgress }),
    );
  });

  app.post(endpoints.study.path, (context) => {
    const study = catalog.study(context.req.param('id'));
    return framedResponse(async (signal, onProgress) => {
      await parts.studies.generate(study, signal, onProgress);
      return {};
    });
  });

  app.get(endpoints.openapi.path, (context) => context.json(openApiDocument(parts.version)));
  return app;
}

function sendFrame(context: Context, frame: Frame, limits: Limits): Response {
  checkResultSize(frameBytes(frame), limits);
  return wantsJson(context) ? context.json(frameToJson(frame)) : arrowResponse(frameToArrow(frame));
}

function wantsJson(context: Context): boolean {
  return (context.req.header('accept') ?? '').includes('application/json');
}

function arrowResponse(bytes: Uint8Array): Response {
  return new Response(bytes as Uint8Array<ArrayBuffer>, {
    headers: {
      'content-type': ARROW_TYPE,
      'content-length': String(bytes.byteLength),
      'cache-control': 'no-store',
    },
  });
}

function refuseBody(limits: Limits): never {
  throw new WeftError({
    code: 'BODY-TOO-LARGE',
    message: `a request may have at most ${limits.bodyBytes} bytes`,
  });
}

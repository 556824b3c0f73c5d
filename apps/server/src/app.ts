import { WeftError } from '@weft/model';
import { paths } from '@weft/protocol';
import { Hono, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { getPath } from 'hono/utils/url';
import { compressAnswers } from './access/compress-answers.ts';
import { withoutPrefix } from './access/public-address.ts';
import { addShareRoutes } from './access/share-routes.ts';
import { addAnalysisRoutes } from './analysis-routes.ts';
import type { AnalysisRunner } from './analysis-runner.ts';
import { createAnswerBudget } from './answer-budget.ts';
import { answerResponse } from './answer-response.ts';
import type { Catalog } from './catalog.ts';
import { addDatasetRoutes, addTableRoutes } from './dataset-routes.ts';
import { errorResponse, withinBodyTime } from './http-errors.ts';
import { addImportRoutes, type ImportParts } from './imports/import-routes.ts';
import { addPlaceRoutes, type PlaceOnNetwork } from './imports/place-routes.ts';
import type { Limits } from './limits.ts';
import { addMeasureRoutes } from './measuring/measure-routes.ts';
import { createMeter } from './measuring/meter.ts';
import { createRequestCounts } from './measuring/request-counts.ts';
import { openApiDocument } from './openapi.ts';
import { readLibrary } from './read-library.ts';
import { type Guard, guardRequests, securityHeaders } from './security.ts';
import { addSqlRoutes } from './sql/sql-routes.ts';
import type { SqlRunner } from './sql/sql-runner.ts';
import type { StudyRunner } from './study-runner.ts';
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
  /** Left out where ranks of traces are not put on networks. */
  readonly placeOnNetwork?: PlaceOnNetwork;
  /** Folders of labelled runs. */
  readonly library: readonly string[];
  readonly guard: Guard;
  readonly limits: Limits;
  readonly version: string;
}

/** The API, without a socket: requests in, responses out. */
export function createApp(parts: AppParts): Hono {
  const { catalog, limits } = parts;
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
  app.use('/api/*', limitBodies(limits));

  addDatasetRoutes(app, catalog);
  addTableRoutes(app, catalog, limits, budget);
  addSqlRoutes(app, catalog, parts.sql, measured.sql);
  addAnalysisRoutes(app, { catalog, runner: parts.analyses, limits, budget, meter: measured.analyses });
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

  const { imports, placeOnNetwork } = parts;
  if (imports) addImportRoutes(app, { ...imports, catalog });
  if (placeOnNetwork) addPlaceRoutes(app, { placeOnNetwork, catalog });

  addShareRoutes(app, guard.shared, guard.token !== null);
  addMeasureRoutes(app, measured, catalog);
  if (guard.publicUrl && prefix !== '/') {
    const home = guard.publicUrl.href;
    app.get(prefix.slice(0, -1), (context) => context.redirect(home));
  }

  app.get(paths.openapi, (context) => context.json(openApiDocument(parts.version)));
  return app;
}

/** A body that does not tell its length is read here, no further and no slower than others may be. */
function limitBodies(limits: Limits): MiddlewareHandler {
  const limitBody = bodyLimit({ maxSize: limits.bodyBytes, onError: () => refuseBody(limits) });
  const gone = { code: 'CANCELLED', message: 'the client went away' };
  return async (context, next) => {
    const limited = async () => limitBody(context, async () => {});
    if (!isUpload(context.req.path)) await withinBodyTime(limited(), gone);
    return next();
  };
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

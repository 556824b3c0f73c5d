import { analyses, findAnalysis } from '@weft/analysis';
import type { WorkContext } from '@weft/model';
import { analysisParams, JSON_TYPE, paths } from '@weft/protocol';
import type { Hono } from 'hono';
import type { AnalysisRunner } from './analysis-runner.ts';
import type { AnswerBudget } from './answer-budget.ts';
import { answerResponse } from './answer-response.ts';
import type { Catalog } from './catalog.ts';
import { readBody } from './http-errors.ts';
import { encodeTexts, framesJsonPieces } from './json-frame.ts';
import { holdWithin, leased, streamLeased, wantsJson } from './leased-answer.ts';
import { framesBytes, type Limits } from './limits.ts';
import type { Meter } from './measuring/meter.ts';
import { jsonSchema } from './openapi.ts';

interface AnalysisParts {
  readonly catalog: Catalog;
  readonly runner: AnalysisRunner;
  readonly limits: Limits;
  readonly budget: AnswerBudget;
  readonly meter: Meter;
}

/** What can be computed of a dataset, and its computation. */
export function addAnalysisRoutes(
  app: Hono,
  { catalog, runner, limits, budget, meter }: AnalysisParts,
): void {
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
      const result = await meter.measure(() =>
        catalog.use(id, (dataset) => runner.run(dataset, name, params, options)),
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
}

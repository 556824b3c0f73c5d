import { textColumn } from '@weft/model';
import { paths, whyBody } from '@weft/protocol';
import type { Hono } from 'hono';
import { answerResponse } from '../answer-response.ts';
import type { Catalog } from '../catalog.ts';
import { readBody } from '../http-errors.ts';
import type { WhyRunner } from './why-runner.ts';

/** Questions about causes, and the runs of their tests as datasets. */
export function addWhyRoutes(app: Hono, catalog: Pick<Catalog, 'use' | 'add'>, why: WhyRunner): void {
  const offered = new Map<string, string>();
  const offer = (path: string): string => {
    const id = offered.get(path) ?? catalog.add(path);
    offered.set(path, id);
    return id;
  };
  app.post(paths.why, async (context) => {
    const question = await readBody(context, whyBody);
    const id = context.req.param('id');
    return answerResponse(async (signal, onProgress) => {
      const text = await catalog.use(id, (dataset) => why.ask(dataset, question, { signal, onProgress }));
      const json = question.open === undefined ? text : JSON.stringify({ dataset: offer(text) });
      return { report: { rows: 1, columns: { json: textColumn([json]) } } };
    });
  });
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type TableSink, WeftError, type WorkContext } from '@weft/model';
import { z } from 'zod';
import { type LoadedScenario, loadScenario } from './scenario/load-scenario.ts';
import { type SimulationResult, simulate } from './simulate.ts';

const folder = fileURLToPath(new URL('../../../studies/', import.meta.url));

const studyIndex = z.strictObject({
  studies: z.array(
    z.strictObject({
      id: z.string(),
      title: z.string(),
      /** What studies of one section of the gallery have in common, as a question. */
      group: z.string(),
      /** What this study answers. */
      question: z.string(),
      description: z.string(),
      /** Rough time to generate on a small machine, in seconds. */
      seconds: z.number().positive(),
      /** The first workspace, in the text of an address; left out: what suits the data. */
      layout: z.string().optional(),
    }),
  ),
});

type Study = z.infer<typeof studyIndex>['studies'][number];

/** The case studies, in the order in which to show them; the first is the default. */
export function listStudies(): Study[] {
  return studyIndex.parse(JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8'))).studies;
}

export function loadStudy(id: string): LoadedScenario {
  if (!listStudies().some((study) => study.id === id)) {
    throw new WeftError({
      code: 'UNKNOWN-STUDY',
      message: `no study is called ${id}`,
      advice: `Known: ${listStudies()
        .map((study) => study.id)
        .join(', ')}`,
    });
  }
  return loadScenario(join(folder, `${id}.json`));
}

/** Simulates a study into a sink. */
export function generateStudy(
  id: string,
  sink: TableSink,
  context: WorkContext = {},
): Promise<SimulationResult> {
  const { scenario, place } = loadStudy(id);
  return simulate(scenario, sink, context, place);
}

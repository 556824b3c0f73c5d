import { defineTable, textColumn, type WorkContext } from '@weft/model';
import { defineAnalysis, type InputsOf, type OpenInput, openFrames } from '../analysis.ts';
import type { Finding } from '../finding.ts';
import { findingQueries, gatherFacts } from '../finding-facts/gather-facts.ts';
import { findingSearches } from '../finding-registry.ts';
import { type FindingsParams, findingsParams } from './findings-params.ts';
import { rankFindings } from './rank-findings.ts';

const found = defineTable('findings', 'What stands out, most important first.', {
  kind: { kind: 'text', doc: 'hot-link, busy-time, dominant-job ... or nothing' },
  text: { kind: 'text', distinct: true, doc: 'one sentence with the value' },
  value: { kind: 'float64', doc: 'the number in the sentence' },
  unit: { kind: 'text', doc: 'unit of the value' },
  factor: { kind: 'float64', doc: 'times the next of its own kind; what ranks findings' },
  where: { kind: 'text', distinct: true, doc: 'where the evidence is, as JSON' },
});

const about = {
  name: 'findings',
  title: 'Findings',
  doc: 'What stands out in a dataset, in words: hot links, busy times, dominant jobs, imbalance, slow ranks, periods.',
  params: findingsParams,
  result: { findings: found },
  needs: ({ metric }: FindingsParams) => findingQueries(metric),
};

type Open = OpenInput<InputsOf<ReturnType<typeof findingQueries>>>;

async function find(open: Open, params: FindingsParams, context: WorkContext) {
  const facts = await gatherFacts(open, params, context);
  return { findings: findingRows(rankFindings(findingSearches, facts)) };
}

export const findings = {
  ...defineAnalysis({
    ...about,
    run: (inputs, params, context) => find(openFrames(inputs), params, context),
  }),
  runStreamed: find,
};

function findingRows(all: readonly Finding[]) {
  return {
    rows: all.length,
    columns: {
      kind: textColumn(all.map(({ kind }) => kind)),
      text: textColumn(all.map(({ text }) => text)),
      value: Float64Array.from(all, ({ value }) => value),
      unit: textColumn(all.map(({ unit }) => unit)),
      factor: Float64Array.from(all, ({ factor }) => factor),
      where: textColumn(all.map(({ where }) => JSON.stringify(where))),
    },
  };
}

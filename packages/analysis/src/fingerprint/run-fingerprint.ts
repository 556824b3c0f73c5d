import { defineTable, textColumn } from '@weft/model';
import { z } from 'zod';
import { defineAnalysis, openFrames } from '../analysis.ts';
import { jobChoice } from '../queries/job-choice.ts';
import { fingerprintOf } from './fingerprint.ts';
import { readRunFacts, runFactsNeeds } from './read-run-facts.ts';

const features = defineTable('features', 'Features of the run; those it does not tell are left out.', {
  feature: { kind: 'text', doc: 'name of the feature' },
  value: { kind: 'float64', doc: 'its value' },
});

const summary = defineTable('summary', 'One row about the whole.', {
  ranks: { kind: 'int32', doc: 'number of ranks' },
});

export const runFingerprint = defineAnalysis({
  name: 'run-fingerprint',
  title: 'Fingerprint of a run',
  doc: 'Numbers by which the code of a run is recognised, whatever its number of ranks and their order.',
  params: z.strictObject({
    ...jobChoice,
  }),
  result: { features, summary },
  needs: ({ job }) => runFactsNeeds(job),
  run: (inputs, { job }) => answer(readRunFacts(openFrames(inputs), job)),
  runStreamed: (open, { job }) => answer(readRunFacts(open, job)),
});

async function answer(reading: ReturnType<typeof readRunFacts>) {
  const facts = await reading;
  const entries = Object.entries(fingerprintOf(facts));
  return {
    features: {
      rows: entries.length,
      columns: {
        feature: textColumn(entries.map(([name]) => name)),
        value: Float64Array.from(entries, ([, value]) => value),
      },
    },
    summary: { rows: 1, columns: { ranks: Int32Array.of(facts.ranks) } },
  };
}

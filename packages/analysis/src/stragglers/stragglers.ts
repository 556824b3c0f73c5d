import { defineTable, NONE, queryColumns, queryTable } from '@weft/model';
import { z } from 'zod';
import { defineAnalysis } from '../analysis.ts';
import { jobChoice } from '../queries/job-choice.ts';
import { lowestJob } from '../queries/job-rows.ts';
import { rankExcess } from './rank-excess.ts';

const ranks = defineTable(
  'ranks',
  'The ranks of the job, those that compute longest beyond the median first.',
  {
    rank: { kind: 'int32', doc: 'world rank' },
    host: { kind: 'int32', optional: true, doc: 'vertex of its host' },
    compute: {
      kind: 'int64',
      unit: 'ns',
      doc: 'time between the end of waiting and the next send, over all steps',
    },
    excess: { kind: 'int64', unit: 'ns', doc: 'what of it is beyond the median of all ranks, step by step' },
  },
);

export const stragglers = defineAnalysis({
  name: 'stragglers',
  title: 'Ranks that compute longer',
  doc: 'Compute times of the ranks of a simulated job, and how far they lie beyond the median of each step.',
  params: z.strictObject({
    ...jobChoice,
  }),
  result: { ranks },
  needs: () => ({
    messages: queryColumns('messages', ['job', 'src', 'dst', 'step', 'send_start', 'send_end', 'recv_start']),
    jobs: queryColumns('jobs', ['id', 'start']),
    ranks: queryTable('ranks'),
  }),
  run(inputs, { job }) {
    const chosen = job ?? lowestJob(inputs.messages);
    const row = inputs.jobs.columns.id.indexOf(chosen);
    const found = rankExcess(
      inputs.messages,
      chosen,
      row < 0 ? 0 : Math.max(0, inputs.jobs.columns.start[row]),
    );
    const { job: jobs, rank, host } = inputs.ranks.columns;
    const hosts = new Map(
      Array.from(rank, (id, at): [number, number] => [id, host[at]]).filter((_, at) => jobs[at] === chosen),
    );
    return {
      ranks: {
        rows: found.length,
        columns: {
          rank: Int32Array.from(found, (one) => one.rank),
          host: Int32Array.from(found, (one) => hosts.get(one.rank) ?? NONE),
          compute: Float64Array.from(found, ({ compute }) => compute),
          excess: Float64Array.from(found, ({ excess }) => excess),
        },
      },
    };
  },
});

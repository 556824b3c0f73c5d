import { defineTable, queryColumns } from '@weft/model';
import { z } from 'zod';
import { defineAnalysis } from '../analysis.ts';
import { jobChoice } from '../queries/job-choice.ts';
import { lowestJob } from '../queries/job-rows.ts';
import { sumWaitOwners, type WaitOwner } from './sum-wait-owners.ts';

const owners = defineTable('owners', 'Per link and job that is served meanwhile, longest waiting first.', {
  link: { kind: 'int32', doc: 'link id' },
  behind: {
    kind: 'int32',
    optional: true,
    doc: 'job whose messages the link serves; none = the link is free',
  },
  time: { kind: 'int64', unit: 'ns', doc: 'time that messages of the job wait there, added up' },
});

export const waitOwners = defineAnalysis({
  name: 'wait-owners',
  title: 'Who messages wait for',
  doc: 'The waiting of a job at links, by the job whose messages are served meanwhile.',
  params: z.strictObject({
    ...jobChoice,
  }),
  result: { owners },
  needs: () => ({
    messages: queryColumns('messages', ['id', 'job']),
    hops: queryColumns('hops', ['message', 'link', 'ready', 'entered', 'left']),
  }),
  run({ messages, hops }, { job }) {
    return { owners: ownersFrame(sumWaitOwners(messages, hops, job ?? lowestJob(messages))) };
  },
});

function ownersFrame(found: readonly WaitOwner[]) {
  return {
    rows: found.length,
    columns: {
      link: Int32Array.from(found, ({ link }) => link),
      behind: Int32Array.from(found, ({ behind }) => behind),
      time: Float64Array.from(found, ({ time }) => time),
    },
  };
}

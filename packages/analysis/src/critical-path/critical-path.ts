import { defineTable, queryColumns, textColumn } from '@weft/model';
import { z } from 'zod';
import { defineAnalysis } from '../analysis.ts';
import { jobChoice } from '../queries/job-choice.ts';
import { lowestJob } from '../queries/job-rows.ts';
import type { ProgramStep } from './program-events.ts';
import { type PathPart, walkCriticalPath } from './walk-critical-path.ts';

const parts = defineTable(
  'parts',
  'The time of the job from its start to its end, cut into what it was spent on.',
  {
    from: { kind: 'int64', unit: 'ns', doc: 'begin of the part' },
    to: { kind: 'int64', unit: 'ns', doc: 'its end, which is the begin of the next' },
    kind: {
      kind: 'text',
      doc: 'compute of a rank, wire (a message is on its way), or wait (it waits at a link)',
    },
    step: { kind: 'int32', doc: 'step of the program, from 0' },
    rank: { kind: 'int32', doc: 'world rank that computes, or that has sent the message' },
    link: { kind: 'int32', optional: true, doc: 'link that the message waits for' },
    behind: { kind: 'int32', optional: true, doc: 'job of the message that the link serves meanwhile' },
  },
);

export const criticalPath = defineAnalysis({
  name: 'critical-path',
  title: 'Critical path',
  doc: 'What each nanosecond of a simulated job was spent on: compute of a rank, wire, or waiting at a link behind a job.',
  params: z.strictObject({
    ...jobChoice,
    /** Steps that begin with a barrier. */
    barriers: z.array(z.number().int().nonnegative()).default([]),
  }),
  result: { parts },
  needs: () => ({
    messages: queryColumns('messages', [
      'id',
      'job',
      'src',
      'dst',
      'step',
      'send_start',
      'send_end',
      'recv_start',
    ]),
    hops: queryColumns('hops', ['message', 'hop', 'link', 'arrived', 'ready', 'entered', 'left']),
    jobs: queryColumns('jobs', ['id', 'start']),
  }),
  run({ messages, hops, jobs }, { job, barriers }) {
    const chosen = job ?? lowestJob(messages);
    const row = jobs.columns.id.indexOf(chosen);
    // With gaps: a step may have any number.
    const program: ProgramStep[] = [];
    for (const step of barriers) program[step] = { barrier: true, wait: 'both' };
    const start = row < 0 ? 0 : Math.max(0, jobs.columns.start[row]);
    return { parts: partsFrame(walkCriticalPath(messages, hops, chosen, start, program)) };
  },
});

function partsFrame(found: readonly PathPart[]) {
  return {
    rows: found.length,
    columns: {
      from: Float64Array.from(found, ({ from }) => from),
      to: Float64Array.from(found, ({ to }) => to),
      kind: textColumn(found.map(({ kind }) => kind)),
      step: Int32Array.from(found, ({ step }) => step),
      rank: Int32Array.from(found, ({ rank }) => rank),
      link: Int32Array.from(found, ({ link }) => link),
      behind: Int32Array.from(found, ({ behind }) => behind),
    },
  };
}

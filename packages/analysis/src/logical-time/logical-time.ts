import { defineTable } from '@weft/model';
import { z } from 'zod';
import { defineAnalysis } from '../analysis.ts';
import { gatherMessages } from '../queries/gather-messages.ts';
import { lowestJob, rowsOfJob } from '../queries/job-rows.ts';
import { messageColumns, splitFrame } from '../queries/message-batches.ts';
import { messageChoice, messagesQuery, messagesWithin } from '../queries/message-choice.ts';
import { rankCount } from '../queries/rank-count.ts';
import { logicalSteps } from './logical-steps.ts';
import { rankLateness } from './step-times.ts';

const result = {
  steps: defineTable('steps', 'One row per logical step.', {
    step: { kind: 'int32', doc: 'number of the step, from 0' },
    messages: { kind: 'int64', unit: 'messages', doc: 'messages of the step' },
    bytes: { kind: 'int64', unit: 'B', doc: 'bytes of the step' },
    start: { kind: 'float64', unit: 'ns', doc: 'first message sent' },
    end: { kind: 'float64', unit: 'ns', doc: 'last message received' },
  }),
  lateness: defineTable('lateness', 'One row per step and rank that sends in it.', {
    step: { kind: 'int32', doc: 'number of the step' },
    rank: { kind: 'int32', doc: 'world rank' },
    messages: { kind: 'int32', unit: 'messages', doc: 'messages the rank sends in the step' },
    time: { kind: 'float64', unit: 'ns', doc: 'when the rank sent the last of them' },
    lateness: { kind: 'float64', unit: 'ns', doc: 'how long after the first rank of the step that was' },
  }),
  summary: defineTable('summary', 'One row about the whole.', {
    steps: { kind: 'int32', doc: 'number of steps' },
    ranks: { kind: 'int32', doc: 'number of ranks' },
    broken: { kind: 'int32', doc: 'receives that seem to come before their own send' },
  }),
};

const params = z.strictObject(messageChoice);

export const logicalTime = defineAnalysis({
  name: 'logical-time',
  title: 'Logical time',
  doc: 'Steps of the program by what had to happen before what, and how late each rank is in each.',
  params,
  result,
  // Which job is the lowest is told by the messages of the whole run.
  needs: (choice) => ({
    messages: {
      ...messagesQuery(choice, messageColumns),
      middle: choice.job === null ? undefined : messagesWithin(choice.time),
    },
  }),
  async run(inputs, { job, time }) {
    const frame = rowsOfJob(inputs.messages, job ?? lowestJob(inputs.messages));
    const batch = await gatherMessages(() => splitFrame(frame), time);
    const ranks = Math.max(rankCount(batch.src), rankCount(batch.dst));
    const { steps, count, broken } = logicalSteps({ ...batch, ranks });
    const late = rankLateness(steps, batch.src, batch.sent, count, ranks);
    return {
      steps: stepsFrame(steps, batch, count),
      lateness: { rows: late.step.length, columns: { ...late } },
      summary: {
        rows: 1,
        columns: { steps: Int32Array.of(count), ranks: Int32Array.of(ranks), broken: Int32Array.of(broken) },
      },
    };
  },
});

function stepsFrame(
  steps: Int32Array,
  batch: { bytes: Float64Array; sent: Float64Array; received: Float64Array },
  count: number,
) {
  const columns = {
    step: Int32Array.from({ length: count }, (_, step) => step),
    messages: new Float64Array(count),
    bytes: new Float64Array(count),
    start: new Float64Array(count).fill(Number.POSITIVE_INFINITY),
    end: new Float64Array(count).fill(Number.NEGATIVE_INFINITY),
  };
  steps.forEach((step, m) => {
    columns.messages[step]++;
    columns.bytes[step] += batch.bytes[m];
    columns.start[step] = Math.min(columns.start[step], batch.sent[m]);
    columns.end[step] = Math.max(columns.end[step], batch.received[m]);
  });
  return { rows: count, columns };
}

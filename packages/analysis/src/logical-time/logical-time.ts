import type { Frame } from '@weft/model';
import { z } from 'zod';
import { defineAnalysis } from '../analysis.ts';
import { gatherMessages, rankCount } from '../commgram/commgram-inputs.ts';
import { splitFrame } from '../commgram/message-batches.ts';
import { lowestJob, messageChoice, messagesQuery, rowsOfJob } from '../commgram/message-query.ts';
import { logicalSteps } from './logical-steps.ts';
import { rankLateness } from './step-times.ts';

const params = z.object(messageChoice);

type Params = z.infer<typeof params>;

export const logicalTime = defineAnalysis<Params>({
  name: 'logical-time',
  title: 'Logical time',
  doc: 'Steps of the program by what had to happen before what, and how late each rank is in each.',
  params,
  needs: (choice) => ({ messages: messagesQuery(choice) }),
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
): Frame {
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

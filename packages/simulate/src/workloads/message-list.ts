import { z } from 'zod';
import { PhaseBuilder } from '../phase-builder.ts';
import { duration, messageBytes } from '../quantity.ts';
import { defineWorkload } from '../workload.ts';

const message = z.tuple([z.number().int().nonnegative(), z.number().int().nonnegative(), messageBytes]);

/** Messages written out in the scenario, phase by phase. */
export const messageList = defineWorkload({
  name: 'messages',
  title: 'Messages given one by one',
  params: z.strictObject({
    phases: z.array(
      z.strictObject({
        messages: z.array(message).describe('[source rank, destination rank, bytes]'),
        compute: duration.default(0),
        barrier: z.boolean().default(false),
        wait: z.enum(['both', 'sends', 'receives']).default('both'),
        call: z.string().default('MPI_Isend'),
      }),
    ),
  }),
  refuses: (ranks, { phases }) => {
    for (const [p, phase] of phases.entries()) {
      const at = phase.messages.findIndex(([src, dst]) => src >= ranks || dst >= ranks);
      if (at >= 0) return `phases.${p}.messages.${at} names a rank beyond ${ranks - 1}`;
    }
    return null;
  },
  *phases(_ranks, { phases }) {
    for (const [tag, { messages, compute, barrier, wait, call }] of phases.entries()) {
      const phase = new PhaseBuilder(messages.length || 1);
      for (const [src, dst, bytes] of messages) phase.add(src, dst, bytes);
      yield phase.build({ tag, compute, barrier, wait, call });
    }
  },
});

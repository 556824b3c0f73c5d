import { z } from 'zod';
import { PhaseBuilder } from '../phase-builder.ts';
import { duration, messageBytes, turns } from '../quantity.ts';
import { defineWorkload } from '../workload.ts';

/** Rank 0 hands out tasks and collects results; task times differ from worker to worker. */
export const masterWorker = defineWorkload({
  name: 'master-worker',
  title: 'Master and workers',
  params: z.strictObject({
    rounds: turns.default(4),
    taskBytes: messageBytes.default(4096),
    resultBytes: messageBytes.default(65536),
    task: duration.default(1e6).describe('mean compute time of a task'),
    spread: z.number().min(0).max(1).default(0.5).describe('task times differ by up to this share'),
  }),
  refuses: (ranks) => (ranks < 2 ? 'needs at least 2 ranks' : null),
  *phases(ranks, { rounds, taskBytes, resultBytes, task, spread }, random) {
    for (let round = 0; round < rounds; round++) {
      const tasks = new PhaseBuilder(ranks);
      const results = new PhaseBuilder(ranks);
      const compute = new Float64Array(ranks);
      for (let worker = 1; worker < ranks; worker++) {
        tasks.add(0, worker, taskBytes);
        results.add(worker, 0, resultBytes);
        compute[worker] = Math.round(task * (1 + spread * (2 * random.next() - 1)));
      }
      yield tasks.build({ call: 'MPI_Send', tag: 1 });
      yield results.build({ call: 'MPI_Send', tag: 2, compute });
    }
  },
});

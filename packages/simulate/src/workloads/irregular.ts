import type { Random } from '@weft/model';
import { z } from 'zod';
import { PhaseBuilder } from '../phase-builder.ts';
import { messageBytes, turns } from '../quantity.ts';
import { defineWorkload } from '../workload.ts';

/** Seeded partners in both directions, near ranks more likely than far ones, of different sizes. */
export const irregular = defineWorkload({
  name: 'irregular',
  title: 'Irregular partners',
  params: z.strictObject({
    degree: z.number().int().positive().default(6).describe('mean number of partners a rank looks for'),
    reach: z
      .number()
      .positive()
      .max(1)
      .default(0.2)
      .describe('typical distance of partners, as a share of the ranks'),
    bytes: messageBytes.default(65536).describe('largest message; sizes spread over a decade below'),
    iterations: turns.default(1),
    regrid: z.number().int().positive().default(1000).describe('iterations until partners change'),
  }),
  refuses: (ranks) => (ranks < 2 ? 'needs at least 2 ranks' : null),
  *phases(ranks, { degree, reach, bytes, iterations, regrid }, random) {
    let phase = new PhaseBuilder();
    for (let iteration = 0; iteration < iterations; iteration++) {
      if (iteration % regrid === 0) phase = drawPartners(ranks, degree, reach, bytes, random);
      yield phase.build({ tag: iteration });
    }
  },
});

function drawPartners(ranks: number, degree: number, reach: number, bytes: number, random: Random) {
  const phase = new PhaseBuilder(ranks * degree * 2);
  const taken = new Set<number>();
  for (let rank = 0; rank < ranks; rank++) {
    const wanted = 1 + random.below(2 * degree - 1);
    for (let i = 0; i < wanted; i++) {
      const distance = 1 + Math.floor(-Math.log(1 - random.next()) * reach * ranks);
      const partner = (rank + (random.next() < 0.5 ? distance : ranks - (distance % ranks))) % ranks;
      const key = Math.min(rank, partner) * ranks + Math.max(rank, partner);
      if (partner === rank || taken.has(key)) continue;
      taken.add(key);
      const amount = Math.max(1, Math.round(bytes * 10 ** -random.next()));
      phase.add(rank, partner, amount);
      phase.add(partner, rank, amount);
    }
  }
  return phase;
}

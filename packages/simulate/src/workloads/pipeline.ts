import type { Random } from '@weft/model';
import { z } from 'zod';
import { gridNeighbour, gridSides, gridStrides } from '../grid.ts';
import { PhaseBuilder } from '../phase-builder.ts';
import { duration, messageBytes, turns } from '../quantity.ts';
import { defineWorkload, type MessagePhase } from '../workload.ts';
import { swapStages } from './swap-stages.ts';

/** Simulation with in-situ visualisation: halo exchanges, then 2-3 swap compositing; each rank sends the same sum. */
export const pipeline = defineWorkload({
  name: 'pipeline',
  title: 'End-to-end simulation pipeline',
  params: z.strictObject({
    iterations: turns.default(3),
    haloPhases: turns.default(8),
    bytes: messageBytes.default(50e6).describe('bytes each rank sends in an iteration'),
    imageBytes: messageBytes.default(16e6).describe('bytes of the image composited in each iteration'),
    axisWeights: z
      .array(z.number().int().positive())
      .length(3)
      .default([1, 3, 3])
      .describe('shares of the halo bytes along each axis, longest axis first'),
    synchronised: z.boolean().default(true).describe('a barrier before each stage of compositing'),
    compute: duration.default(20e6).describe('compute time of a halo phase'),
    render: duration.default(60e6).describe('rendering time before compositing'),
    blend: duration.default(2e6).describe('blending time before each further stage'),
    empty: z
      .number()
      .int()
      .min(0)
      .max(16)
      .default(0)
      .describe('so many of sixteen equal parts of the ranks see empty space and have nothing to blend'),
    spread: z.number().min(0).max(1).default(0.3).describe('rendering times differ by up to this share'),
  }),
  refuses: (ranks, { bytes, imageBytes }) => {
    if (ranks < 8) return 'needs at least 8 ranks';
    return imageBytes * 1.5 < bytes ? null : 'imageBytes must be below two thirds of bytes';
  },
  *phases(ranks, params, random) {
    const stages = [...swapStages(ranks, params.imageBytes)].map((stage) => stage.build());
    const blend = blendTimes(ranks, params);
    const sent = new Float64Array(ranks);
    for (const { src, bytes } of stages) for (let m = 0; m < src.length; m++) sent[src[m]] += bytes[m];
    for (let iteration = 0; iteration < params.iterations; iteration++) {
      for (let phase = 0; phase < params.haloPhases; phase++) {
        yield haloPhase(ranks, phase, sent, params);
      }
      for (const [stage, phase] of stages.entries()) {
        const compute = stage === 0 ? renderTimes(ranks, params, random) : blend;
        yield { ...phase, tag: 1000 + stage, compute, barrier: params.synchronised };
      }
    }
  },
});

interface HaloShare {
  readonly bytes: number;
  readonly haloPhases: number;
  readonly axisWeights: readonly number[];
  readonly compute: number;
}

/** What compositing leaves of a rank's bytes, split over phases and neighbours to the last byte. */
function haloPhase(ranks: number, phase: number, composited: Float64Array, share: HaloShare): MessagePhase {
  const sides = gridSides(ranks, 3);
  const strides = gridStrides(sides, 'row-major');
  const builder = new PhaseBuilder(ranks * 6);
  const neighbours = new Int32Array(6);
  const weights = new Float64Array(7);
  for (let rank = 0; rank < ranks; rank++) {
    let count = 0;
    for (let axis = 0; axis < 3; axis++) {
      for (const step of [1, -1] as const) {
        const to = gridNeighbour(rank, sides[axis], strides[axis], step, false);
        if (to < 0) continue;
        neighbours[count] = to;
        weights[count + 1] = weights[count] + share.axisWeights[axis];
        count++;
      }
    }
    const rest = share.bytes - composited[rank];
    const from = Math.floor((rest * phase) / share.haloPhases);
    const amount = Math.floor((rest * (phase + 1)) / share.haloPhases) - from;
    for (let i = 0; i < count; i++) {
      const low = Math.floor((amount * weights[i]) / weights[count]);
      const high = Math.floor((amount * weights[i + 1]) / weights[count]);
      builder.add(rank, neighbours[i], high - low);
    }
  }
  return builder.build({ tag: phase, compute: share.compute });
}

function renderTimes(
  ranks: number,
  params: { render: number; spread: number },
  random: Random,
): Float64Array {
  return Float64Array.from({ length: ranks }, () =>
    Math.round(params.render * (1 + params.spread * (2 * random.next() - 1))),
  );
}

const PARTS = 16;

/** Empty parts are spread evenly over all parts. */
function blendTimes(ranks: number, { blend, empty }: { blend: number; empty: number }): Float64Array {
  return Float64Array.from({ length: ranks }, (_, rank) => {
    const part = Math.floor((rank * PARTS) / ranks);
    const before = Math.floor((part * empty) / PARTS);
    return Math.floor(((part + 1) * empty) / PARTS) > before ? 0 : blend;
  });
}

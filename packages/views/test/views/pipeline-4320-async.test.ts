import { buildCommgramModel, createCommgramSession } from '@weft/analysis';
import { MemorySink } from '@weft/model';
import { loadStudy, simulate } from '@weft/simulate';
import { beforeAll, describe, expect, it } from 'vitest';
import { phaseRibbons } from '../../../analysis/src/commgram/ribbons.ts';
import { messageBatch } from '../../../analysis/src/queries/message-batches.ts';

interface SubPhase {
  readonly bytes: number;
  /** Bytes of its ribbons, most first. */
  readonly ribbons: readonly number[];
  readonly medianMessage: number;
}

/** Compositing of one iteration, unfolded into 12 sub-phases of 18 communities as the last step of the tour has it. */
async function unfold(study: string): Promise<SubPhase[]> {
  const { scenario, place } = loadStudy(study);
  const [job] = scenario.jobs;
  const one = {
    ...scenario,
    jobs: [{ ...job, workload: { ...job.workload, iterations: 1, haloPhases: 2 } }],
    counters: { ...scenario.counters, metrics: [] },
    output: { ...scenario.output, loads: false },
  };
  const sink = new MemorySink();
  await simulate(one, sink, {}, place);
  const batches = sink.batches('messages').map((batch) => messageBatch(batch));
  const model = await buildCommgramModel(() => batches, {
    rule: 'unweighted',
    atoms: 64,
    within: [{ phases: 3, phase: 2 }],
  });
  const { phases } = createCommgramSession(model, 'messages', 'plain').cut({ phases: 12, communities: 18 });
  const sent = [...sink.each('messages')]
    .map(({ bytes, send_start, recv_end }) => ({ bytes: Number(bytes), time: middle(send_start, recv_end) }))
    .sort((a, b) => a.time - b.time);
  let before = sent.length - phases.reduce((sum, { messages }) => sum + messages, 0);
  return phases.map((phase) => {
    const sizes = sent.slice(before, (before += phase.messages)).map(({ bytes }) => bytes);
    return {
      bytes: phase.bytes,
      ribbons: [...phaseRibbons(phase).bytes].sort((a, b) => b - a),
      medianMessage: sizes.sort((a, b) => a - b)[sizes.length >> 1],
    };
  });
}

function middle(from: unknown, to: unknown): number {
  return (Number(from) + Number(to)) / 2;
}

let together: SubPhase[];
let apart: SubPhase[];

beforeAll(async () => {
  together = await unfold('pipeline-4320');
  apart = await unfold('pipeline-4320-async');
});

describe('compositing without barriers', () => {
  it('has its four largest events in the first sub-phase, each twice the next', () => {
    const [first, ...later] = apart;
    const fifth = Math.max(first.ribbons[4], ...later.map(({ ribbons }) => ribbons[0]));
    expect(first.ribbons.slice(0, 4).every((bytes) => bytes > 2 * fifth)).toBe(true);
  });

  it('sends less in each sub-phase than in the one before, and in the next three only what those have who blend', () => {
    apart.slice(1).forEach(({ bytes }, i) => expect(bytes).toBeLessThan(apart[i].bytes));
    for (const n of [1, 2, 3]) expect(apart[n].bytes / together[n].bytes).toBeCloseTo(3 / 4, 2);
  });

  it('sends smaller messages in the first sub-phase than with barriers, and more in all', () => {
    expect(apart[0].medianMessage).toBeLessThan(together[0].medianMessage / 4);
    expect(apart[0].bytes).toBeGreaterThan(together[0].bytes);
  });

  it('shares out bytes evenly among communities only with barriers', () => {
    expect(together[0].ribbons[0] / together[0].ribbons[15]).toBeLessThan(1.1);
    expect(apart[0].ribbons[0] / apart[0].ribbons[15]).toBeGreaterThan(2);
  });
});

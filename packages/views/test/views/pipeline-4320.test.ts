import { buildCommgramModel, createCommgramSession } from '@weft/analysis';
import { MemorySink } from '@weft/model';
import { loadStudy, prepareScenario, simulate } from '@weft/simulate';
import { beforeAll, describe, expect, it } from 'vitest';
import { messageBatch } from '../../../analysis/src/queries/message-batches.ts';
import { describePick } from '../../src/views/commgram/describe-pick.ts';
import { createLinkBytes, routedBand } from '../../src/views/commgram/routed-traffic.ts';
import { type CommgramScene, commgramScene } from '../../src/views/commgram/scene.ts';
import { standardSettings } from '../../src/views/commgram/settings.ts';

let scene: CommgramScene;

/** One of the three equal iterations of the study: nine of its 27 phases, in 18 communities. */
beforeAll(async () => {
  const { scenario, place } = loadStudy('pipeline-4320');
  const [job] = scenario.jobs;
  const one = {
    ...scenario,
    jobs: [{ ...job, workload: { ...job.workload, iterations: 1 } }],
    counters: { ...scenario.counters, metrics: [] },
    output: { ...scenario.output, loads: false },
  };
  const sink = new MemorySink();
  await simulate(one, sink, {}, place);
  const { fabric, jobs } = prepareScenario(one, place);
  const batches = sink.batches('messages').map((batch) => messageBatch(batch));
  const session = createCommgramSession(
    await buildCommgramModel(() => batches, { rule: 'unweighted', atoms: 64 }),
  );
  const commgram = session.cut({ phases: 9, communities: 18 });
  const linkBytes = createLinkBytes(fabric.epochs[0].routing, jobs[0].hosts)!;
  scene = commgramScene(commgram, {
    settings: { ...standardSettings, phases: 9, communities: 18 },
    steps: [],
    width: 1200,
    height: 600,
    theme: 'light',
    map: 'cividis',
    band: routedBand(commgram.phases, linkBytes),
    late: null,
    detail: { zoom: 1, first: 0, end: 0 },
  });
});

function lineOf(phase: number, label: string): string | undefined {
  const { lines } = describePick(scene, { kind: 'phase', phase }, null);
  return lines.find((line) => line.label.startsWith(label))?.value.replaceAll('\u00a0', ' ');
}

describe('the pipeline on 4320 ranks', () => {
  it('moves 60.4 TB/s over all links in its first exchange', () => {
    expect(lineOf(0, 'network traffic')).toBe('60.4 TB/s');
  });

  it('has 2,792 of 4,320 ranks change their community where compositing begins', () => {
    expect(lineOf(7, 'changed')).toBe('0 of 4,320 ranks');
    expect(lineOf(8, 'changed')).toBe('2,792 of 4,320 ranks');
  });
});

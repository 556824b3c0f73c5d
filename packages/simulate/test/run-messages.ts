import { MemorySink } from '@weft/model';
import { EventModel, type EventOptions } from '../src/engine/event-model.ts';
import type { Fabric } from '../src/engine/fabric.ts';
import { LoadModel } from '../src/engine/load-model.ts';
import type { PlacedJob } from '../src/engine/placed-job.ts';
import { metricNames, Recorder, type Totals } from '../src/engine/recorder.ts';
import { PhaseBuilder } from '../src/phase-builder.ts';

export interface TestMessage {
  readonly src: number;
  readonly dst: number;
  readonly bytes: number;
  /** Nanoseconds. */
  readonly start?: number;
}

export const plain: EventOptions = { packet: null, switching: 'cut-through', adaptive: false };

/** One job per message, so that each starts at its own time. */
export function messageJobs(messages: readonly TestMessage[], hosts: Int32Array): PlacedJob[] {
  return messages.map(({ src, dst, bytes, start = 0 }, m) => ({
    name: `m${m}`,
    user: null,
    ranks: hosts.length,
    hosts,
    start: start * 1000,
    after: [],
    *phases() {
      const phase = new PhaseBuilder();
      phase.add(src, dst, bytes);
      yield phase.build();
    },
  }));
}

export interface Run {
  readonly sink: MemorySink;
  readonly totals: Totals;
  readonly ends: Float64Array;
}

export async function runJobs(
  fabric: Fabric,
  jobs: readonly PlacedJob[],
  options: EventOptions | 'load',
  interval = 1e6,
  hops = false,
): Promise<Run> {
  const sink = new MemorySink();
  const recorder = new Recorder(sink, {
    links: fabric.network.linkCount,
    jobs: jobs.length,
    counterInterval: interval * 1000,
    loadInterval: interval * 1000,
    metrics: metricNames,
    messages: true,
    hops,
  });
  const model =
    options === 'load'
      ? new LoadModel(fabric, jobs, recorder, null)
      : new EventModel(fabric, jobs, recorder, options);
  await model.run({}, 0);
  return { sink, totals: recorder.totals, ends: model.jobTimes.ends };
}

/** Completion times in picoseconds, in the order of the messages. */
export async function completionTimes(
  fabric: Fabric,
  messages: readonly TestMessage[],
  options: EventOptions | 'load' = plain,
): Promise<Float64Array> {
  return (await runJobs(fabric, messageJobs(messages, fabric.network.hosts), options)).ends;
}

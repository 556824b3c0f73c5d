import { type ManifestFacts, NONE, type TableSink, WeftError, type WorkContext } from '@weft/model';
import { EventModel } from './engine/event-model.ts';
import { PS_PER_NS } from './engine/fabric.ts';
import { HistoryModel } from './engine/history-model.ts';
import { LoadModel } from './engine/load-model.ts';
import { routeRows, writeJobs, writeNetwork, writeRoutes } from './engine/network-rows.ts';
import { pause } from './engine/pause.ts';
import type { PlacedJob } from './engine/placed-job.ts';
import { metricNames, Recorder, type Totals } from './engine/recorder.ts';
import { CounterRows, LoadRows, MessageRows } from './engine/row-writers.ts';
import type { Faults } from './scenario/faults.ts';
import { withHiddenFaults } from './scenario/hidden-faults.ts';
import { jobPhases } from './scenario/job-phases.ts';
import { type PreparedScenario, prepareScenario } from './scenario/prepare-scenario.ts';
import type { ScenarioPlace } from './scenario/scenario-files.ts';
import type { Scenario } from './scenario/scenario-schema.ts';
import { type ModelRun, simulationFacts } from './simulation-facts.ts';
import { type SimulationHealth, simulationHealth } from './simulation-health.ts';

/** Forwarding tables with more rows are left out unless asked for. */
const MOST_ROUTE_ROWS = 2_000_000;
const DEFAULT_RATE = 100e6;
const MESSAGES_BETWEEN_PAUSES = 100_000;

export interface SimulationResult {
  /** For the manifest of the dataset. */
  readonly facts: ManifestFacts;
  readonly totals: Totals;
  /** Of the event model only. */
  readonly health?: SimulationHealth;
}

/** Faults of a machine and the file they are from, for errors. */
interface GivenFaults {
  readonly faults: Faults;
  readonly file?: string;
}

/** Runs a scenario, on a sick machine where faults are given; every table goes to the sink. */
export async function simulate(
  scenario: Scenario,
  sink: TableSink,
  context: WorkContext = {},
  place: ScenarioPlace = {},
  faults: GivenFaults | null = null,
): Promise<SimulationResult> {
  const prepared = prepareScenario(scenario, place, faults?.faults);
  const machine = faults ? withHiddenFaults(prepared, faults.faults, faults.file) : prepared;
  return simulatePrepared(prepared, sink, context, machine);
}

/** Runs what is prepared, on a machine that differs from its description where one is given. */
export async function simulatePrepared(
  prepared: PreparedScenario,
  sink: TableSink,
  context: WorkContext = {},
  machine: PreparedScenario = prepared,
): Promise<SimulationResult> {
  await writeNetwork(sink, prepared.fabric);
  const routes = await writeAllRoutes(prepared, sink);
  const run = await runModel(machine, sink, context);
  checkConservation(run.totals);
  await writeJobs(sink, prepared.jobs, run.starts, run.ends);
  return { facts: simulationFacts(prepared, run, routes), totals: run.totals, health: run.health };
}

function runModel(prepared: PreparedScenario, sink: TableSink, context: WorkContext): Promise<ModelRun> {
  return prepared.scenario.model.kind === 'history'
    ? runHistory(prepared, sink, context)
    : runMessages(prepared, sink, context);
}

async function runMessages(
  { scenario, fabric, jobs }: PreparedScenario,
  sink: TableSink,
  context: WorkContext,
): Promise<ModelRun> {
  const { counters, output, model } = scenario;
  const recorder = new Recorder(sink, {
    links: fabric.network.linkCount,
    jobs: jobs.length,
    counterInterval: counters.interval * PS_PER_NS,
    loadInterval: output.loads ? (counters.loads ?? counters.interval) * PS_PER_NS : null,
    metrics: counters.metrics,
    messages: output.messages,
    hops: output.hops,
  });
  const engine =
    model.kind === 'event'
      ? new EventModel(fabric, jobs, recorder, model)
      : new LoadModel(fabric, jobs, recorder, model.packet);
  await engine.run(context, context.onProgress ? await countMessages(jobs, context.signal) : 0);
  const hopsLeftOut = recorder.hops?.messagesLeftOut ?? 0;
  const health =
    engine instanceof EventModel
      ? simulationHealth(fabric.network, engine, recorder.transmissions)
      : undefined;
  return { totals: recorder.totals, hopsLeftOut, health, ...engine.jobTimes };
}

async function runHistory(
  { scenario, fabric, jobs }: PreparedScenario,
  sink: TableSink,
  context: WorkContext,
): Promise<ModelRun> {
  const { model, counters, output, seed, origin } = scenario;
  if (model.kind !== 'history') throw new WeftError({ code: 'INTERNAL', message: 'not a history' });
  const one = (j: number) => jobPhases({ ...scenario.jobs[j], repeat: 1 }, String(seed));
  const history = new HistoryModel(
    fabric,
    scenario.jobs.map(({ ranks, start, duration = 0, rate = DEFAULT_RATE, repeat }, j) => ({
      hosts: jobs[j].hosts,
      ranks,
      start,
      end: start + duration,
      rate: repeat > 1 ? null : rate,
      runs: repeat > 1 ? repeat : Number.POSITIVE_INFINITY,
      phases: () => one(j),
    })),
    {
      ...model,
      interval: counters.interval,
      loadInterval: output.loads ? (counters.loads ?? counters.interval) : null,
      metrics: counters.metrics,
      seed: `${seed}/activity`,
      timeOfDay: origin ? (Date.parse(origin) % 86_400_000) * 1e6 : 0,
    },
  );
  if (output.messages) await writeFirstIterations(jobs, one, sink);
  await history.run(new CounterRows(sink, metricNames), output.loads ? new LoadRows(sink) : null, context);
  return {
    totals: history.totals,
    starts: Float64Array.from(scenario.jobs, ({ start }) => start * PS_PER_NS),
    ends: history.ends.map((end) => end * PS_PER_NS),
    jobsCutOff: history.runsLeft.filter((left) => left > 0 && left < Number.POSITIVE_INFINITY).length,
  };
}

/** The messages of one iteration of each job, at its start: what a history repeats. */
async function writeFirstIterations(
  jobs: readonly PlacedJob[],
  one: (job: number) => ReturnType<PlacedJob['phases']>,
  sink: TableSink,
): Promise<void> {
  const rows = new MessageRows(sink);
  let id = 0;
  for (const [j, { start }] of jobs.entries()) {
    let step = 0;
    for (const { src, dst, bytes, tag, call } of one(j)) {
      const code = rows.callCode(call);
      for (let m = 0; m < src.length; m++)
        rows.add(id++, j, src[m], dst[m], bytes[m], tag, code, start, start, step, NONE);
      step++;
      await rows.flush();
    }
  }
  await rows.finish();
}

/** True where tables were written. */
async function writeAllRoutes({ scenario, fabric }: PreparedScenario, sink: TableSink): Promise<boolean> {
  const bySource = fabric.epochs.some(({ routing }) => routing.bySource);
  const wanted = scenario.output.routes ?? routeRows(fabric) * fabric.epochs.length <= MOST_ROUTE_ROWS;
  if (!wanted || bySource) return false;
  for (const epoch of fabric.epochs) await writeRoutes(sink, epoch);
  return true;
}

async function countMessages(jobs: readonly PlacedJob[], signal: AbortSignal | undefined): Promise<number> {
  let count = 0;
  let paused = 0;
  for (const job of jobs) {
    for (const { src } of job.phases()) {
      count += src.length;
      if (count - paused < MESSAGES_BETWEEN_PAUSES) continue;
      paused = count;
      await pause(signal);
    }
  }
  return count;
}

/** Bytes sent = received + lost, and links carry them once per hop: anything else is a fault of the engine. */
function checkConservation(totals: Totals): void {
  const { bytesSent, bytesReceived, bytesLost, bytesTimesHops, bytesOnLinks } = totals;
  if (bytesSent === bytesReceived + bytesLost && bytesTimesHops === bytesOnLinks) return;
  throw new WeftError({
    code: 'BYTES-NOT-CONSERVED',
    message: `sent ${bytesSent}, received ${bytesReceived}, lost ${bytesLost}; on links ${bytesOnLinks} of ${bytesTimesHops}`,
  });
}

import { createRandom, MemorySink, WeftError, type WorkContext } from '@weft/model';
import { EventModel, PS_PER_NS, Recorder } from '@weft/simulate';
import type { Machine } from './machine.ts';

interface RerunOptions extends WorkContext {
  /** The run stops when this job (by number) has ended; it goes on to the end of all where left out. */
  readonly until?: number;
  /** Other jobs start this much earlier or later: what that changes is noise. */
  readonly shift?: { readonly seed: number; readonly job: number };
  /** Rows of messages and of hops are kept. */
  readonly messages?: boolean;
  readonly hops?: boolean;
  /** Bytes per link are added up. */
  readonly loads?: boolean;
}

/** What came of a run: times in nanoseconds per job, -1 = it had not ended. */
export interface RunResult {
  readonly starts: Float64Array;
  readonly ends: Float64Array;
  /** Bytes over each link, where they are asked for. */
  readonly linkBytes: Float64Array | null;
  /** Tables `messages` and `hops`, where they are asked for. */
  readonly tables: MemorySink;
}

/** One bin of loads for a whole run. */
const WHOLE_RUN = Number.MAX_SAFE_INTEGER;
const LEAST_SHIFT = 1_000_000;
const MOST_SHIFT = 5_000_000;

/** Runs a machine; the same machine gives the same times. */
export async function rerun(machine: Machine, options: RerunOptions = {}): Promise<RunResult> {
  const { fabric, sharing } = machine;
  const { until = null, messages = false, hops = false, loads = false, shift } = options;
  const jobs = shift ? shiftedJobs(machine, shift) : machine.jobs;
  const tables = new MemorySink();
  const recorder = new Recorder(tables, {
    links: fabric.network.linkCount,
    jobs: jobs.length,
    counterInterval: null,
    loadInterval: loads ? WHOLE_RUN : null,
    metrics: [],
    messages,
    hops,
  });
  const instant = sharing.instant && !loads && !hops;
  const engine = new EventModel(fabric, jobs, recorder, { ...sharing, instant });
  await engine.run(options, 0, until);
  checkEnds(machine, engine.jobTimes.ends, until);
  return {
    starts: engine.jobTimes.starts.map(nanoseconds),
    ends: engine.jobTimes.ends.map(nanoseconds),
    linkBytes: loads ? sumLoads(tables, fabric.network.linkCount) : null,
    tables,
  };
}

/** The time of a job in whole nanoseconds. */
export function jobTime({ starts, ends }: RunResult, job: number): number {
  return ends[job] - starts[job];
}

/** Ranks of a trace with coarse times may wait for each other in a circle. */
function checkEnds({ jobs }: Machine, ends: Float64Array, until: number | null): void {
  const stuck = jobs.findIndex((_, job) => (until === null || job === until) && ends[job] < 0);
  if (stuck < 0) return;
  throw new WeftError({
    code: 'NO-END',
    message: `${jobs[stuck].name} does not come to its end when it is run again: its ranks wait for each other`,
    advice: 'The times of the trace are too coarse, or its clocks differ: import it with --repair-clocks.',
  });
}

function nanoseconds(time: number): number {
  return time < 0 ? -1 : Math.round(time / PS_PER_NS);
}

function shiftedJobs({ jobs }: Machine, { seed, job }: { seed: number; job: number }): Machine['jobs'] {
  const random = createRandom(`shift ${seed}`);
  return jobs.map((other, j) => {
    const shift = LEAST_SHIFT + Math.floor(random.next() * (MOST_SHIFT - LEAST_SHIFT));
    return j === job ? other : { ...other, start: other.start + shift };
  });
}

function sumLoads(tables: MemorySink, links: number): Float64Array {
  const bytes = new Float64Array(links);
  for (const { rows, columns } of tables.batches('loads')) {
    for (let row = 0; row < rows; row++) bytes[columns.link[row]] += columns.bytes[row];
  }
  return bytes;
}

import {
  createNetwork,
  type Diagnostic,
  type Network,
  NONE,
  queryColumns,
  queryTable,
  type TableFrame,
  type WorkContext,
} from '@weft/model';
import type { InputsOf, OpenInput } from '../analysis.ts';
import { linkErrors } from '../link-errors/link-errors.ts';
import { messageColumns } from '../queries/message-batches.ts';
import { type ErrorLink, errorLinks } from './error-links.ts';
import type { FindingFacts } from './finding-facts.ts';
import {
  hostsForward,
  type JobTraffic,
  jobsAtHosts,
  jobTraffic,
  type LoadSums,
  sumLoadsByJob,
} from './job-traffic.ts';
import { type LinkTraffic, stepEdges, sumCounters, sumLoads } from './link-traffic.ts';
import { readProgram } from './read-program.ts';
import { readSummedTraffic } from './summed-traffic.ts';
import { countersQuery, linkSumsQuery, loadsQuery, stepSumsQuery, timesQuery } from './traffic-queries.ts';
import { hasRows, wholeFrame } from './whole-frame.ts';

const ERRORS = { time: null, limit: 20 };

export function findingQueries(metric: string | null) {
  return {
    vertices: queryTable('vertices', { orderBy: ['id'] }),
    links: queryTable('links', { orderBy: ['id'] }),
    times: metric === null ? undefined : timesQuery(metric),
    counters: metric === null ? undefined : countersQuery(metric),
    linkSums: metric === null ? undefined : linkSumsQuery(metric),
    stepSums: metric === null ? undefined : stepSumsQuery(metric),
    errors: linkErrors.needs(ERRORS).counters,
    loads: loadsQuery(),
    jobs: queryColumns('jobs', ['id', 'name', 'start', 'end']),
    ranks: queryColumns('ranks', ['job', 'rank', 'host', 'socket']),
    messages: queryColumns('messages', [...messageColumns, 'job']),
    collectives: queryColumns('collectives', ['job', 'comm', 'seq', 'rank', 'enter', 'exit']),
  };
}

type Open = OpenInput<InputsOf<ReturnType<typeof findingQueries>>>;

interface GatherParams {
  readonly unit: string;
  readonly interval: number | null;
  readonly origin: string | null;
  readonly diagnostics: readonly Diagnostic[];
}

/** Goes through each table once or twice; of counters and loads only sums are kept. */
export async function gatherFacts(
  open: Open,
  { unit, interval, origin, diagnostics }: GatherParams,
  context: WorkContext = {},
): Promise<FindingFacts> {
  const progress = (label: string) => context.onProgress?.({ label, done: 0, total: 0, unit: 'steps' });
  progress('reading the network');
  const network = await readNetwork(open);
  progress('adding up traffic');
  const jobTable = await wholeFrame(open('jobs'), 'jobs');
  const rankTable = await wholeFrame(open('ranks'), 'ranks');
  const { traffic, jobs } = await readTraffic(open, network, { unit, interval }, jobTable, rankTable);
  progress('comparing ranks and phases');
  const collectives = await wholeFrame(open('collectives'), 'collectives');
  const program = await readProgram(open('messages'), collectives, rankTable, context);
  // Links between hosts that pass on what others send tell less of a job than its own messages.
  const told = jobs && (jobs.source !== 'neighbours' || program.bytes.size === 0);
  const senders = jobTraffic(jobTable, rankTable, 'messages', { bytes: program.bytes, onLinks: new Map() });
  return {
    traffic,
    jobs: told ? jobs : senders,
    senders: told && jobs.source === 'counters' && program.bytes.size > 1 ? senders : null,
    waiting: program.waiting,
    sent: program.sent,
    phases: program.phases,
    rhythm: program.rhythm,
    uncomparedMessages: program.uncompared,
    errors: network ? await readErrors(open) : [],
    diagnostics,
    origin,
  };
}

async function readNetwork(open: Open): Promise<Network | null> {
  const vertices = await wholeFrame(open('vertices'), 'vertices');
  const links = await wholeFrame(open('links'), 'links');
  return links.rows > 0 ? createNetwork(vertices.columns, links.columns) : null;
}

async function readErrors(open: Open): Promise<ErrorLink[]> {
  const counters = await wholeFrame(open('errors'), 'counters');
  if (counters.rows === 0) return [];
  const links = await wholeFrame(open('links'), 'links');
  const vertices = await wholeFrame(open('vertices'), 'vertices');
  return errorLinks(await linkErrors.run({ counters, links, vertices }, ERRORS, {}));
}

interface Traffic {
  readonly traffic: LinkTraffic | null;
  readonly jobs: JobTraffic | null;
}

/** From counters of bytes where there are any, else from loads, else from counters of packets and such; jobs from loads, else from counters at their hosts. */
async function readTraffic(
  open: Open,
  network: Network | null,
  { unit, interval }: Pick<GatherParams, 'unit' | 'interval'>,
  jobs: TableFrame<'jobs', 'id' | 'name' | 'start' | 'end'>,
  ranks: TableFrame<'ranks', 'job' | 'rank' | 'host' | 'socket'>,
): Promise<Traffic> {
  if (!network) return { traffic: null, jobs: null };
  const inBytes = unit === 'B';
  const hasJobs = jobs.rows > 0;
  // Without loads, whose a sample is depends on its time: samples are gone through one by one.
  const summed =
    !hasJobs || (inBytes && (await hasRows(open('loads'))))
      ? await readSummedTraffic(network.linkCount, interval, open('linkSums'), () => open('stepSums'))
      : null;
  if (summed) {
    const traffic = { ...summed, network, unit };
    const loads = hasJobs ? await sumLoadsByJob(traffic, open('loads')) : null;
    return { traffic, jobs: loads && jobTraffic(jobs, ranks, 'loads', loads) };
  }
  const steps = (from: 'times' | 'loads') => stepEdges(open(from), interval);
  const loaded = inBytes ? null : await steps('loads');
  const counted = loaded && loaded.length > 0 ? new Float64Array() : await steps('times');
  const edges = counted.length > 0 ? counted : (loaded ?? (await steps('loads')));
  if (edges.length === 0) return { traffic: null, jobs: null };
  const atHosts: LoadSums = { bytes: new Map(), onLinks: new Map() };
  const jobAt = jobsAtHosts(network, jobs, ranks);
  const traffic =
    counted.length > 0
      ? await sumCounters(network, edges, open('counters'), unit, (step, link, bytes) => {
          const job = jobAt(link, (edges[step] + edges[step + 1]) / 2);
          if (job !== NONE) atHosts.bytes.set(job, (atHosts.bytes.get(job) ?? 0) + bytes);
        })
      : await sumLoads(network, edges, open('loads'));
  const loads = await sumLoadsByJob(traffic, open('loads'));
  if (loads.bytes.size > 0) return { traffic, jobs: jobTraffic(jobs, ranks, 'loads', loads) };
  if (atHosts.bytes.size === 0) return { traffic, jobs: null };
  const source = hostsForward(network) ? 'neighbours' : 'counters';
  return { traffic, jobs: jobTraffic(jobs, ranks, source, atHosts, unit) };
}

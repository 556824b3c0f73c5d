import { type Batch, type ColumnsOf, defineTable, type TableSchema } from './table.ts';

/** The tables of a dataset. Their SQL names and columns are a public contract (docs/data-model.md). */

export const vertices = defineTable('vertices', 'Hosts, switches and NICs of the network.', {
  id: { kind: 'int32', doc: 'dense, 0 .. n-1' },
  kind: {
    kind: 'text',
    codes: {
      host: 'a compute node',
      switch: 'a switch or router',
      nic: 'one of the network interfaces of a host',
    },
    doc: 'host, switch or nic',
  },
  name: { kind: 'text', optional: true, distinct: true, doc: 'name given by the fabric' },
  guid: { kind: 'text', optional: true, distinct: true, doc: 'GUID or other unique hardware name' },
  level: { kind: 'int32', optional: true, doc: 'level in a tree; 0 = hosts' },
  pod: { kind: 'int32', optional: true, doc: 'pod or group' },
  bundle: { kind: 'int32', optional: true, doc: 'bundle of top switches this one belongs to' },
  coord: { kind: 'int32[]', doc: 'coordinates in a torus, mesh or HyperX; empty elsewhere' },
});

export const links = defineTable('links', 'Directed links; a cable is two of them.', {
  id: { kind: 'int32', doc: 'dense, 0 .. n-1' },
  src: { kind: 'int32', doc: 'vertex the link leaves' },
  src_port: { kind: 'int32', optional: true, doc: 'port on src' },
  dst: { kind: 'int32', doc: 'vertex the link enters' },
  dst_port: { kind: 'int32', optional: true, doc: 'port on dst' },
  reverse: { kind: 'int32', optional: true, doc: 'the link of the same cable the other way' },
  class: { kind: 'text', optional: true, doc: 'e.g. L0-L1, L1-L2, local, global, dim a' },
  direction: { kind: 'text', optional: true, doc: 'up, down, +a, -a, ...' },
  capacity: { kind: 'float64', optional: true, unit: 'B/s', doc: 'bytes per second; 0 = the port is down' },
});

export const counters = defineTable('counters', 'Readings per link and interval.', {
  time: { kind: 'int64', unit: 'ns', doc: 'end of the interval' },
  link: { kind: 'int32', doc: 'link id' },
  metric: { kind: 'text', doc: 'a metric of the manifest' },
  value: { kind: 'float64', doc: 'amount since the previous sample, or the level of a gauge' },
});

export const jobs = defineTable('jobs', 'Jobs of the scheduler, or the one program of a trace.', {
  id: { kind: 'int32', doc: 'dense, 0 .. n-1' },
  name: { kind: 'text', optional: true, doc: 'job name' },
  user: { kind: 'text', optional: true, doc: 'owner' },
  state: { kind: 'text', optional: true, doc: "the scheduler's final state" },
  start: { kind: 'int64', optional: true, unit: 'ns', doc: 'start' },
  end: { kind: 'int64', optional: true, unit: 'ns', doc: 'end' },
});

export const ranks = defineTable('ranks', 'Where each rank of a job ran.', {
  job: { kind: 'int32', doc: 'job id' },
  rank: { kind: 'int32', doc: 'world rank' },
  host: { kind: 'int32', optional: true, doc: 'vertex of the host (or NIC) it ran on' },
  socket: {
    kind: 'int32',
    optional: true,
    added: { version: 6, before: -1 },
    doc: 'socket of the host it ran on, as the source numbers it',
  },
  core: {
    kind: 'int32',
    optional: true,
    added: { version: 6, before: -1 },
    doc: 'core it ran on, as the source numbers it; of several the first',
  },
  cpu: {
    kind: 'int64',
    optional: true,
    unit: 'ns',
    added: { version: 6, before: -1 },
    doc: 'processor time of its process from its first call to its last; written for --cpu-times (DUMPI)',
  },
});

export const routes = defineTable('routes', 'Forwarding tables.', {
  epoch: { kind: 'int64', unit: 'ns', doc: 'time from which the table holds' },
  switch: { kind: 'int32', doc: 'vertex of the switch' },
  dest: { kind: 'int32', doc: 'vertex of the destination' },
  port: { kind: 'int32', doc: 'port the switch sends it out of' },
});

const lids = defineTable('lids', 'Addresses (LIDs) of InfiniBand ports, by which switches forward.', {
  lid: { kind: 'int32', doc: 'local id, one row each; a port with LMC m has 2^m in a row' },
  vertex: { kind: 'int32', doc: 'vertex of the port' },
  port: { kind: 'int32', doc: 'port on it; 0 = the switch itself' },
  guid: { kind: 'text', optional: true, doc: 'GUID of the port' },
});

const lidRoutes = defineTable('lid_routes', 'Forwarding tables for destinations with several LIDs.', {
  epoch: { kind: 'int64', unit: 'ns', doc: 'time from which the table holds' },
  switch: { kind: 'int32', doc: 'vertex of the switch' },
  lid: { kind: 'int32', doc: "a LID that is not its vertex's first; the first is in routes" },
  port: { kind: 'int32', doc: 'port the switch sends it out of' },
});

export const messages = defineTable('messages', 'Point-to-point messages in world ranks.', {
  id: { kind: 'int64', doc: 'unique in the dataset' },
  job: { kind: 'int32', doc: 'job id' },
  src: { kind: 'int32', optional: true, doc: 'sending world rank; none = unknown' },
  dst: { kind: 'int32', optional: true, doc: 'receiving world rank; none = unknown' },
  bytes: { kind: 'int64', unit: 'B', doc: 'payload, of all its messages together' },
  count: {
    kind: 'int64',
    unit: 'count',
    added: { version: 3, before: 1 },
    doc: 'messages of the row: 1, or more where the source counts them without times (IPM)',
  },
  tag: { kind: 'int32', optional: true, doc: 'MPI tag' },
  comm: { kind: 'int32', optional: true, doc: 'communicator id, see communicators' },
  call: { kind: 'text', optional: true, doc: 'the sending call, e.g. MPI_Isend' },
  send_start: { kind: 'int64', optional: true, unit: 'ns', doc: 'sender enters its call' },
  send_end: { kind: 'int64', optional: true, unit: 'ns', doc: 'send completed' },
  recv_start: { kind: 'int64', optional: true, unit: 'ns', doc: 'receiver enters its call' },
  recv_end: { kind: 'int64', optional: true, unit: 'ns', doc: 'receive completed; none = unmatched' },
  step: {
    kind: 'int32',
    optional: true,
    added: { version: 5, before: -1 },
    doc: 'step of the program that sends and awaits it, from 0, where that is known (simulations)',
  },
});

export const collectives = defineTable('collectives', 'Collective calls, one row per rank and call.', {
  job: { kind: 'int32', doc: 'job id' },
  comm: { kind: 'int32', optional: true, doc: 'communicator id' },
  seq: { kind: 'int32', doc: 'number of the call on that communicator' },
  call: { kind: 'text', doc: 'e.g. MPI_Allreduce' },
  root: { kind: 'int32', optional: true, doc: 'world rank of the root' },
  rank: { kind: 'int32', doc: 'world rank' },
  bytes: { kind: 'int64', unit: 'B', doc: 'bytes this rank contributed' },
  enter: { kind: 'int64', optional: true, unit: 'ns', doc: 'call entered' },
  exit: { kind: 'int64', optional: true, unit: 'ns', doc: 'call left' },
});

export const collectiveParts = defineTable(
  'collective_parts',
  'Bytes between ranks in collective calls with counts of their own; written for --expand-collectives.',
  {
    job: { kind: 'int32', doc: 'job id' },
    comm: { kind: 'int32', doc: 'communicator id' },
    seq: { kind: 'int32', doc: 'number of the call on that communicator' },
    call: { kind: 'text', doc: 'e.g. MPI_Alltoallv' },
    src: { kind: 'int32', doc: 'world rank that gives' },
    dst: { kind: 'int32', doc: 'world rank that gets; the giver itself where all get the same' },
    bytes: { kind: 'int64', unit: 'B', doc: 'bytes of this part' },
  },
);

export const communicators = defineTable('communicators', 'Members of each communicator.', {
  job: { kind: 'int32', doc: 'job id' },
  comm: { kind: 'int32', doc: 'communicator id; 0 = world' },
  rank: { kind: 'int32', doc: 'rank inside the communicator' },
  world_rank: { kind: 'int32', doc: 'the same process in the world' },
});

export const calls = defineTable('calls', 'Profile of calls, one row per rank and call name.', {
  job: { kind: 'int32', doc: 'job id' },
  rank: { kind: 'int32', doc: 'world rank' },
  call: { kind: 'text', doc: 'e.g. MPI_Waitall' },
  count: { kind: 'int64', unit: 'count', doc: 'number of calls' },
  bytes: { kind: 'int64', unit: 'B', doc: 'bytes they sent, or read and wrote in files' },
  time: { kind: 'int64', unit: 'ns', doc: 'time spent inside' },
  cpu: {
    kind: 'int64',
    optional: true,
    unit: 'ns',
    added: { version: 6, before: -1 },
    doc: 'processor time of the process inside; written for --cpu-times (DUMPI)',
  },
});

export const spans = defineTable('spans', 'Time spent inside calls and regions, for the timeline.', {
  job: { kind: 'int32', doc: 'job id' },
  rank: { kind: 'int32', doc: 'world rank' },
  call: { kind: 'text', doc: 'e.g. MPI_Waitall, or the name of a region' },
  enter: { kind: 'int64', unit: 'ns', doc: 'call entered' },
  exit: { kind: 'int64', unit: 'ns', doc: 'call left' },
  stream: {
    kind: 'int32',
    added: { version: 4, before: 0 },
    doc: 'thread or accelerator stream of the rank, see streams; 0 = its main thread',
  },
  depth: {
    kind: 'int32',
    added: { version: 4, before: 0 },
    doc: 'calls and regions around it on its stream; 0 = outermost',
  },
  kind: {
    kind: 'text',
    added: { version: 4, before: 'mpi' },
    doc: 'mpi for calls of MPI; user, openmp, cuda, hip, copy ... for regions, see regions',
  },
  cpu: {
    kind: 'int64',
    optional: true,
    unit: 'ns',
    added: { version: 6, before: -1 },
    doc: 'processor time of the process inside; written for --cpu-times (DUMPI)',
  },
});

export const streams = defineTable(
  'streams',
  'Threads, accelerator streams and recorders of metrics below each rank; none where ranks have one thread.',
  {
    job: { kind: 'int32', doc: 'job id' },
    rank: { kind: 'int32', doc: 'world rank' },
    stream: { kind: 'int32', doc: 'number below its rank; 0 = its main thread' },
    name: { kind: 'text', doc: 'as the trace has it' },
    kind: {
      kind: 'text',
      codes: {
        thread: 'a thread of the rank',
        accelerator: 'a stream of a device',
        metrics: 'a recorder of counters',
      },
      doc: 'thread, accelerator or metrics',
    },
  },
);

export const regions = defineTable(
  'regions',
  'Profile of regions that are no calls of MPI, one row per rank and name.',
  {
    job: { kind: 'int32', doc: 'job id' },
    rank: { kind: 'int32', doc: 'world rank' },
    region: { kind: 'text', doc: 'function, loop, kernel ..., as in spans.call' },
    kind: { kind: 'text', doc: 'user, compiler, openmp, cuda, hip, copy ...' },
    count: { kind: 'int64', unit: 'count', doc: 'times it was entered' },
    time: {
      kind: 'int64',
      unit: 'ns',
      doc: 'time inside, with what it calls; inside itself it counts once, streams add up',
    },
  },
);

export const rankMetrics = defineTable('rank_metrics', 'What rank_counters measure.', {
  job: { kind: 'int32', doc: 'job id' },
  metric: { kind: 'text', doc: 'e.g. PAPI_TOT_CYC' },
  unit: { kind: 'text', optional: true, doc: 'as the trace has it; # = a count' },
  mode: {
    kind: 'text',
    codes: { accumulated: 'a sum since the start', amount: 'what was added', level: 'a state' },
    doc: 'accumulated: a sum since the start; amount: what was added; level: a state',
  },
  timing: {
    kind: 'text',
    codes: {
      start: 'holds up to its time',
      point: 'holds at its time',
      last: 'holds since the reading before',
      next: 'holds until the next reading',
    },
    doc: 'when a value holds: start (up to its time), point (at its time), last (since the reading before), next (until the next)',
  },
  doc: { kind: 'text', optional: true, doc: 'what it means' },
});

export const rankCounters = defineTable(
  'rank_counters',
  'Readings of hardware and other counters of ranks.',
  {
    job: { kind: 'int32', doc: 'job id' },
    rank: { kind: 'int32', doc: 'world rank' },
    stream: { kind: 'int32', doc: 'where it was read, see streams' },
    metric: { kind: 'text', doc: 'a metric of rank_metrics' },
    time: { kind: 'int64', optional: true, unit: 'ns', doc: 'when it was read; none = over the whole run' },
    value: { kind: 'float64', doc: 'in the unit of the metric' },
  },
);

const messageSums = defineTable(
  'message_sums',
  'Messages between ranks by bins of time: a coarse copy of messages, for first overviews.',
  {
    job: { kind: 'int32', doc: 'job id' },
    src: { kind: 'int32', doc: 'sending world rank' },
    dst: { kind: 'int32', doc: 'receiving world rank' },
    start: {
      kind: 'int64',
      optional: true,
      unit: 'ns',
      doc: 'start of the bin that the middle between sending and receiving lies in; none = no time is known',
    },
    length: { kind: 'int64', unit: 'ns', doc: 'length of the bin, a power of two' },
    bytes: { kind: 'int64', unit: 'B', doc: 'bytes of its messages' },
    count: { kind: 'int64', unit: 'count', doc: 'its messages' },
    sent: { kind: 'int64', optional: true, unit: 'ns', doc: 'when the first of them was sent' },
    received: { kind: 'int64', optional: true, unit: 'ns', doc: 'when the last of them was received' },
  },
);

const spanSums = defineTable(
  'span_sums',
  'Time inside calls of MPI by blocks of ranks and bins of time: a coarse copy of spans, for first overviews.',
  {
    job: { kind: 'int32', doc: 'job id' },
    rank: { kind: 'int32', doc: 'first world rank of the block' },
    ranks: { kind: 'int32', doc: 'ranks of the block, a power of two' },
    call: { kind: 'text', doc: 'e.g. MPI_Waitall' },
    start: { kind: 'int64', unit: 'ns', doc: 'start of the bin, a multiple of its length' },
    length: { kind: 'int64', unit: 'ns', doc: 'length of the bin, a power of two' },
    time: { kind: 'int64', unit: 'ns', doc: 'time inside the call in that bin, over all ranks of the block' },
    count: { kind: 'int64', unit: 'count', doc: 'calls entered in that bin' },
  },
);

const linkSums = defineTable(
  'link_sums',
  'Sum and largest sample of each link: a coarse copy of counters, for first pictures. Rows of one link and metric add up.',
  {
    metric: { kind: 'text', doc: 'a metric of the manifest' },
    link: { kind: 'int32', doc: 'link id' },
    samples: { kind: 'int64', unit: 'count', doc: 'its samples' },
    value: { kind: 'float64', doc: 'sum of its samples' },
    first: { kind: 'int64', unit: 'ns', doc: 'time of its first sample' },
    last: { kind: 'int64', unit: 'ns', doc: 'time of its last sample' },
    peak: { kind: 'float64', doc: 'its largest sample' },
    peak_time: { kind: 'int64', unit: 'ns', doc: 'time of that sample; of the first of several' },
  },
);

const stepSums = defineTable(
  'step_sums',
  'Sum of all links in each step: a coarse copy of counters, for first pictures. Rows of one time and metric add up.',
  {
    metric: { kind: 'text', doc: 'a metric of the manifest' },
    time: { kind: 'int64', unit: 'ns', doc: 'end of the interval' },
    value: { kind: 'float64', doc: 'sum of the samples of all links' },
  },
);

const loads = defineTable('loads', 'Traffic attributed to jobs by routing their messages.', {
  time: { kind: 'int64', unit: 'ns', doc: 'end of the time bin' },
  link: { kind: 'int32', doc: 'link id' },
  job: { kind: 'int32', doc: 'job id' },
  bytes: { kind: 'int64', unit: 'B', doc: 'bytes of that job over that link in that bin' },
});

const hops = defineTable('hops', 'When simulated or replayed messages cross the links of their routes.', {
  message: { kind: 'int64', doc: 'message id' },
  hop: { kind: 'int32', doc: 'number of the link on the route, from 0' },
  link: { kind: 'int32', doc: 'link id' },
  arrived: { kind: 'int64', unit: 'ns', doc: 'first byte reaches the vertex the link leaves' },
  ready: { kind: 'int64', unit: 'ns', doc: 'may leave on the link: the delay of the switch is over' },
  entered: { kind: 'int64', unit: 'ns', doc: 'first byte leaves on the link' },
  left: { kind: 'int64', unit: 'ns', doc: 'last byte has left on the link' },
  waited: { kind: 'int64', unit: 'ns', doc: 'time its packets waited for the link, added up' },
});

const phases = defineTable(
  'phases',
  'Phases of the messages of a job as CommGram finds them; `weft phases` adds them to a dataset.',
  {
    job: { kind: 'int32', doc: 'job id' },
    phase: { kind: 'int32', doc: 'number in the order of time, from 0' },
    start: { kind: 'int64', unit: 'ns', doc: 'first sending' },
    end: { kind: 'int64', unit: 'ns', doc: 'last receiving; phases may overlap' },
    messages: { kind: 'int64', unit: 'count', doc: 'its messages' },
    bytes: { kind: 'int64', unit: 'B', doc: 'their payload' },
  },
);

const messagePhases = defineTable(
  'message_phases',
  'The phase of each message that has a time and known ends; made with phases.',
  {
    message: { kind: 'int64', doc: 'message id' },
    job: { kind: 'int32', doc: 'job id' },
    phase: { kind: 'int32', doc: 'as in phases' },
  },
);

export const tables = {
  vertices,
  links,
  counters,
  jobs,
  ranks,
  routes,
  lids,
  lid_routes: lidRoutes,
  messages,
  collectives,
  collective_parts: collectiveParts,
  communicators,
  calls,
  spans,
  span_sums: spanSums,
  message_sums: messageSums,
  link_sums: linkSums,
  step_sums: stepSums,
  streams,
  regions,
  rank_metrics: rankMetrics,
  rank_counters: rankCounters,
  loads,
  hops,
  phases,
  message_phases: messagePhases,
} as const;

export type Tables = typeof tables;
export type TableName = keyof Tables;
export type TableColumns<N extends TableName> = ColumnsOf<Tables[N]>;

export const tableNames = Object.keys(tables) as readonly TableName[];

/** Tells what kind of rows came to a sink. */
export function isBatchOf<N extends TableName>(
  wanted: N,
  table: TableName,
  _batch: Batch,
): _batch is Batch<Tables[N]> {
  return table === wanted;
}

export function tableSchema(name: TableName): TableSchema {
  return tables[name];
}

import { networkTables, noIds, noTimes, type TableSink, textColumn } from '@weft/model';
import { forwardingVertices, routesBatch } from '@weft/network';
import { type Fabric, PS_PER_NS, type RoutingEpoch } from './fabric.ts';
import type { PlacedJob } from './placed-job.ts';

/** Vertices and links, with the capacity each link was simulated with. */
export async function writeNetwork(sink: TableSink, { network, psPerByte }: Fabric): Promise<void> {
  const { vertices, links } = networkTables(network);
  await sink.write('vertices', vertices);
  const capacity = psPerByte.map((perByte) => 1e12 / perByte);
  await sink.write('links', { rows: links.rows, columns: { ...links.columns, capacity } });
}

/** Jobs with their true times; picoseconds. */
export async function writeJobs(
  sink: TableSink,
  jobs: readonly PlacedJob[],
  starts: Float64Array,
  ends: Float64Array,
): Promise<void> {
  const nanoseconds = (time: number) => (time < 0 ? -1 : Math.round(time / PS_PER_NS));
  await sink.write('jobs', {
    rows: jobs.length,
    columns: {
      id: Int32Array.from(jobs, (_, j) => j),
      name: textColumn(jobs.map(({ name }) => name)),
      user: textColumn(jobs.map(({ user }) => user)),
      state: textColumn(jobs.map(() => 'COMPLETED')),
      start: starts.map(nanoseconds),
      end: ends.map(nanoseconds),
    },
  });
  for (const [j, { ranks, hosts }] of jobs.entries()) {
    await sink.write('ranks', {
      rows: ranks,
      columns: {
        job: new Int32Array(ranks).fill(j),
        rank: Int32Array.from({ length: ranks }, (_, rank) => rank),
        // A job that was taken out of a run has its hosts, but no ranks on them.
        host: hosts.subarray(0, ranks),
        socket: noIds(ranks),
        core: noIds(ranks),
        cpu: noTimes(ranks),
      },
    });
  }
}

/** At most how many rows the forwarding tables of one epoch have. */
export function routeRows({ network }: Fabric): number {
  const forwards = forwardingVertices(network);
  return forwards.reduce((sum, flag) => sum + flag, 0) * network.hosts.length;
}

/** Forwarding tables of one epoch. */
export async function writeRoutes(sink: TableSink, { from, routing }: RoutingEpoch): Promise<void> {
  const batch = routesBatch(routing, Math.round(from / PS_PER_NS));
  if (batch.rows > 0) await sink.write('routes', batch);
}

import { type Batch, networkTables, type TableSink, type Tables, textColumn } from '@weft/model';
import { type Fabric, PS_PER_NS, type RoutingEpoch } from './fabric.ts';
import type { PlacedJob } from './placed-job.ts';

const ROWS = 65_536;

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
        host: hosts,
      },
    });
  }
}

/** Vertices with a choice of links, each a row of forwarding for every host. */
export function routeRows({ network }: Fabric): number {
  return forwardingVertices(network).length * network.hosts.length;
}

function forwardingVertices({ vertexCount, outOffsets }: Fabric['network']): number[] {
  return Array.from({ length: vertexCount }, (_, v) => v).filter(
    (v) => outOffsets[v + 1] - outOffsets[v] > 1,
  );
}

/** Forwarding tables of one epoch. */
export async function writeRoutes(sink: TableSink, { from, routing }: RoutingEpoch): Promise<void> {
  const { network } = routing;
  const epoch = Math.round(from / PS_PER_NS);
  let batch = new RouteBatch(epoch);
  for (const vertex of forwardingVertices(network)) {
    for (const host of network.hosts) {
      if (host === vertex) continue;
      const link = routing.nextLink(vertex, host, vertex);
      if (link < 0) continue;
      if (batch.rows === ROWS) {
        await sink.write('routes', batch.build());
        batch = new RouteBatch(epoch);
      }
      batch.add(vertex, host, network.links.src_port[link]);
    }
  }
  if (batch.rows > 0) await sink.write('routes', batch.build());
}

class RouteBatch {
  rows = 0;
  private readonly epoch: number;
  private readonly vertex = new Int32Array(ROWS);
  private readonly dest = new Int32Array(ROWS);
  private readonly port = new Int32Array(ROWS);

  constructor(epoch: number) {
    this.epoch = epoch;
  }

  add(vertex: number, dest: number, port: number): void {
    this.vertex[this.rows] = vertex;
    this.dest[this.rows] = dest;
    this.port[this.rows++] = port;
  }

  build(): Batch<Tables['routes']> {
    const { rows } = this;
    return {
      rows,
      columns: {
        epoch: new Float64Array(rows).fill(this.epoch),
        switch: this.vertex.subarray(0, rows),
        dest: this.dest.subarray(0, rows),
        port: this.port.subarray(0, rows),
      },
    };
  }
}

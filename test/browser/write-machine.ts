import { batchFromRows, createRandom, type Network, networkTables, tables, textAt } from '@weft/model';
import { buildNetwork, type Routing, routerNamed, routesBatch } from '@weft/network';
import { createDataset } from '@weft/store';

/** The paper's 1296-node machine with counters, jobs and two epochs of routes whose every number a test can tell. */
export interface Machine {
  readonly network: Network;
  /** In the first and in the second half of the time. */
  readonly routings: readonly [Routing, Routing];
  readonly steps: number;
  readonly stepLength: number;
  readonly jobHosts: readonly Int32Array[];
  value(link: number, step: number): number;
}

const MINUTE = 60e9;

export async function writeMachine(path: string): Promise<Machine> {
  const network = buildNetwork('fat-tree', { ports: 36, pods: 4 });
  const routing = routerNamed('d-mod-k').route(network, { random: createRandom(5), activeHosts: null });
  const machine: Machine = {
    network,
    routings: [routing, shiftedUp(routing)],
    steps: 24,
    stepLength: 10 * MINUTE,
    // TS-33: nodes 0-63, 32-95, and 0-31 with 324-355
    jobHosts: [
      network.hosts.slice(0, 64),
      network.hosts.slice(32, 96),
      Int32Array.of(...network.hosts.subarray(0, 32), ...network.hosts.subarray(324, 356)),
    ],
    value: (link, step) => (link % 11 === 0 ? 0 : ((link % 97) + 1) * (step + 1) * 1_000_000),
  };
  await writeDataset(path, machine);
  return machine;
}

/** The same down, but up as if to the seventh host after the destination. */
function shiftedUp(routing: Routing): Routing {
  const { network } = routing;
  const goesUp = (link: number) => textAt(network.links.direction, link) === 'up';
  return {
    ...routing,
    table: null,
    nextLink(vertex, dest, source) {
      const link = routing.nextLink(vertex, dest, source);
      const other = routing.nextLink(vertex, (dest + 7) % network.hosts.length, source);
      return goesUp(link) && goesUp(other) ? other : link;
    },
  };
}

async function writeDataset(path: string, machine: Machine): Promise<void> {
  const { network, steps, stepLength, routings, jobHosts } = machine;
  const end = steps * stepLength;
  const { vertices, links } = networkTables(network);
  const writer = await createDataset(path);
  await writer.write('vertices', vertices);
  await writer.write('links', links);
  await writer.write('routes', routesBatch(routings[0], 0));
  await writer.write('routes', routesBatch(routings[1], end / 2));
  for (let step = 0; step < steps; step++) {
    await writer.write('counters', {
      rows: network.linkCount,
      columns: {
        time: new Float64Array(network.linkCount).fill((step + 1) * stepLength),
        link: network.links.id,
        metric: { codes: new Int32Array(network.linkCount), dictionary: ['data_sent'] },
        value: Float64Array.from(network.links.id, (link) => machine.value(link, step)),
      },
    });
  }
  const times = [
    [0, end / 3],
    [end / 6, end / 2],
    [(3 * end) / 4, end],
  ];
  await writer.write(
    'jobs',
    batchFromRows(
      tables.jobs,
      times.map(([start, finish], id) => ({
        id,
        name: ['milc', 'qball', 'amg'][id],
        user: 'ada',
        state: 'COMPLETED',
        start,
        end: finish,
      })),
    ),
  );
  const ranks = jobHosts.flatMap((hosts, job) => Array.from(hosts, (host, rank) => ({ job, rank, host })));
  await writer.write('ranks', batchFromRows(tables.ranks, ranks));
  await writer.finish({
    title: 'The 1296-node machine',
    timeRange: [0, end],
    interval: stepLength,
    metrics: [{ name: 'data_sent', unit: 'B', doc: 'bytes that left on the link', kind: 'amount' }],
    network: { family: 'fat-tree', params: { ports: 36, pods: 4 } },
  });
}

import { createRandom, type Network, textAt, WeftError } from '@weft/model';
import {
  findVertex,
  LOOP,
  type Routing,
  routeNetwork,
  routingFromRoutes,
  tracePath,
  vertexName,
} from '@weft/network';
import { type Dataset, openDataset } from '@weft/store';
import { type Command, InvalidArgumentError } from 'commander';
import { alignColumns } from '../align-columns.ts';
import { print } from '../print.ts';

interface Flags {
  readonly from: string;
  readonly to: string;
  readonly epoch?: number;
  readonly router?: string;
  readonly json?: boolean;
}

const EXAMPLES = `
Examples:
  weft route fabric.weft --from node0001 --to node0700
  weft route fabric.weft --from 0 --to 700 --epoch 43200000000000 --json
  weft route fabric.weft --from 0 --to 700 --router d-mod-k      what another router would do

Hosts and switches are given by name, GUID or vertex id; --epoch is a time in nanoseconds of the dataset.`;

export function addRoute(program: Command): void {
  program
    .command('route')
    .description('Follow the path from one host to another, hop by hop.')
    .argument('<dataset>', 'dataset folder')
    .requiredOption('--from <vertex>', 'name, GUID or id of the source')
    .requiredOption('--to <host>', 'name, GUID or id of the destination')
    .option(
      '--epoch <nanoseconds>',
      'use the routing table valid at this time (default: the first)',
      wholeNumber,
    )
    .option('--router <name>', 'compute the routes instead of reading them')
    .option('--json', 'print JSON for programs')
    .addHelpText('after', EXAMPLES)
    .action(async (path: string, flags: Flags) => {
      const dataset = await openDataset(path);
      try {
        const network = await dataset.network();
        if (!network) throw noNetwork(path);
        const routing = await chooseRouting(dataset, network, flags);
        const route = describeRoute(routing, findVertex(network, flags.from), findVertex(network, flags.to));
        await print(flags.json ? JSON.stringify(route) : formatRoute(route));
      } finally {
        await dataset.close();
      }
    });
}

async function chooseRouting(dataset: Dataset, network: Network, { epoch, router }: Flags): Promise<Routing> {
  const options = { random: createRandom(1), activeHosts: null };
  if (router !== undefined) return routeNetwork(network, router, options);
  const table = await dataset.readTable('routes');
  if (table.rows === 0) {
    throw new WeftError({
      code: 'NO-ROUTES',
      message: 'this dataset has no routing tables',
      file: dataset.path,
      advice: 'Choose a router with --router, e.g. d-mod-k or min-hop.',
    });
  }
  return routingFromRoutes(network, table.columns, epoch ?? dataset.manifest.timeRange?.[0] ?? 0);
}

function describeRoute(routing: Routing, from: number, to: number) {
  const { network } = routing;
  const path = new Int32Array(1024);
  const length = tracePath(routing, from, to, path);
  if (length < 0) throw brokenRoute(network, from, to, length);
  const hops = [...path.subarray(0, length)].map((link) => ({
    link,
    from: vertexName(network, network.links.src[link]),
    fromPort: network.links.src_port[link],
    to: vertexName(network, network.links.dst[link]),
    toPort: network.links.dst_port[link],
    class: textAt(network.links.class, link),
    direction: textAt(network.links.direction, link),
  }));
  return {
    from: vertexName(network, from),
    to: vertexName(network, to),
    routing: routing.name,
    links: length,
    switches: hops.filter(({ link }) => textAt(network.vertices.kind, network.links.dst[link]) === 'switch')
      .length,
    hops,
  };
}

function formatRoute(route: ReturnType<typeof describeRoute>): string {
  const port = (value: number): string => (value < 0 ? '' : `port ${value}`);
  const rows = route.hops.map((hop) => [
    hop.from,
    port(hop.fromPort),
    '→',
    hop.to,
    port(hop.toPort),
    [hop.class, hop.direction].filter(Boolean).join(' '),
  ]);
  const title = `${route.from} to ${route.to}: ${route.links} links, ${route.switches} switches (${route.routing})`;
  return [title, ...alignColumns(rows)].join('\n');
}

function brokenRoute(network: Network, from: number, to: number, code: number): WeftError {
  const ends = `${vertexName(network, from)} to ${vertexName(network, to)}`;
  return new WeftError({
    code: code === LOOP ? 'ROUTE-LOOPS' : 'UNREACHABLE',
    message:
      code === LOOP
        ? `the routing table sends ${ends} round in a loop`
        : `the routing table has no path from ${ends}`,
    advice: 'Look at another --epoch, or compute routes with --router.',
  });
}

function noNetwork(path: string): WeftError {
  return new WeftError({
    code: 'NO-NETWORK',
    message: 'this dataset has no network',
    file: path,
    advice: 'Import a fabric or simulate a scenario.',
  });
}

function wholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new InvalidArgumentError('must be a whole number of nanoseconds.');
  return value;
}

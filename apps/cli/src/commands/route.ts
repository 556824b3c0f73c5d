import { createRandom, type Network, WeftError } from '@weft/model';
import { followRoute, type Routing, routeNetwork, routingFromRoutes } from '@weft/network';
import { type Dataset, openDataset } from '@weft/store';
import { type Command, InvalidArgumentError } from 'commander';
import { print } from '../print.ts';
import { checkRoutes, formatCheck } from '../route/check-routes.ts';
import { describeRoute, formatRoute, type RouteDescription } from '../route/describe-route.ts';
import { computedLinks, noRoutes, tableLinks } from '../route/next-link.ts';
import { findRouteEnd } from '../route/route-end.ts';

interface Flags {
  readonly from?: string;
  readonly to?: string;
  readonly check?: boolean;
  readonly epoch?: number;
  readonly router?: string;
  readonly json?: boolean;
}

const EXAMPLES = `
Examples:
  weft route fabric.weft --from node0001 --to node0700
  weft route fabric.weft --from lid:5 --to 0xec0d9a0300802071 --json
  weft route fabric.weft --from node0001 --to node0700 --epoch 43200000000000
  weft route fabric.weft --from node0001 --to node0700 --router d-mod-k      what another router would do
  weft route fabric.weft --check                                             which destinations are not reached

Ends are names, GUIDs of nodes or ports, or LIDs; numbers are LIDs where the dataset has any, else ids of vertices
(lid:5, id:5 say which). --epoch is a time in nanoseconds of the dataset.`;

export function addRoute(program: Command): void {
  program
    .command('route')
    .description('Follow the way from one host to another, hop by hop, or check all ways.')
    .argument('<dataset>', 'dataset folder')
    .option('--from <end>', 'name, GUID or LID of the source')
    .option('--to <end>', 'name, GUID or LID of the destination')
    .option('--check', 'follow every pair of hosts and list destinations that are not reached')
    .option(
      '--epoch <nanoseconds>',
      'use the routing table valid at this time (default: the first)',
      wholeNumber,
    )
    .option('--router <name>', 'compute the routes instead of reading them')
    .option('--json', 'print JSON for programs')
    .addHelpText('after', EXAMPLES)
    .action(async (path: string, flags: Flags, command: Command) => {
      const { from, to } = flags;
      if (!flags.check && (from === undefined || to === undefined))
        command.error('error: name both ends with --from and --to, or use --check');
      const dataset = await openDataset(path);
      try {
        const network = await dataset.network();
        if (!network) throw noNetwork(path);
        await print(
          flags.check
            ? await checkText(dataset, network, flags)
            : await routeText(dataset, network, { ...flags, from: from as string, to: to as string }),
        );
      } finally {
        await dataset.close();
      }
    });
}

type RouteFlags = Flags & { readonly from: string; readonly to: string };

async function routeText(dataset: Dataset, network: Network, flags: RouteFlags): Promise<string> {
  const route = await traceRoute(dataset, network, flags);
  return flags.json ? JSON.stringify(route) : formatRoute(route);
}

async function traceRoute(dataset: Dataset, network: Network, flags: RouteFlags): Promise<RouteDescription> {
  const { columns: lids } = await dataset.readTable('lids');
  const from = findRouteEnd(network, lids, flags.from);
  const to = findRouteEnd(network, lids, flags.to);
  const next =
    flags.router === undefined
      ? await tableLinks(dataset, network, from, to, timeOf(dataset, flags))
      : computedLinks(network, flags.router, from, to);
  const route = followRoute(network, from.vertex, to.vertex, next);
  return describeRoute(network, from.vertex, to.vertex, flags.router ?? 'routes', route);
}

async function checkText(dataset: Dataset, network: Network, flags: Flags): Promise<string> {
  const found = checkRoutes(await chooseRouting(dataset, network, flags));
  return flags.json ? JSON.stringify(found) : formatCheck(found);
}

async function chooseRouting(dataset: Dataset, network: Network, flags: Flags): Promise<Routing> {
  if (flags.router !== undefined)
    return routeNetwork(network, flags.router, { random: createRandom(1), activeHosts: null });
  const table = await dataset.readTable('routes');
  if (table.rows === 0) throw noRoutes(dataset.path);
  return routingFromRoutes(network, table.columns, timeOf(dataset, flags));
}

function timeOf({ manifest }: Dataset, { epoch }: Flags): number {
  return epoch ?? manifest.timeRange?.[0] ?? 0;
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

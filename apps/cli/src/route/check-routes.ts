import { formatExact, type Network, textAt } from '@weft/model';
import { checkRouting, type Routing, vertexName } from '@weft/network';
import { alignColumns } from '../align-columns.ts';

/** Follows every pair of hosts; destinations that some do not reach, the worst first. */
export function checkRoutes(routing: Routing) {
  const { network } = routing;
  const { pairs, unreachable, loops, destinations } = checkRouting(routing);
  const faulty = [...destinations].sort((a, b) => b.unreachable + b.loops - a.unreachable - a.loops);
  return {
    pairs,
    unreachable,
    loops,
    destinations: faulty.map((found) => ({ ...nameOf(network, found.vertex), ...counts(found) })),
  };
}

function nameOf(network: Network, vertex: number) {
  return { vertex: vertexName(network, vertex), guid: textAt(network.vertices.guid, vertex) };
}

function counts({ unreachable, loops }: { unreachable: number; loops: number }) {
  return { unreachable_from: unreachable, loops_from: loops };
}

const MOST_LISTED = 50;

export function formatCheck({
  pairs,
  unreachable,
  loops,
  destinations,
}: ReturnType<typeof checkRoutes>): string {
  const number = (value: number): string => formatExact(value, '');
  const title = `${number(pairs)} pairs of hosts: ${number(unreachable)} without a route, ${number(loops)} in a loop`;
  if (destinations.length === 0) return title;
  const rows = destinations
    .slice(0, MOST_LISTED)
    .map((found) => [
      `  ${found.vertex}`,
      found.guid ?? '',
      number(found.unreachable_from),
      number(found.loops_from),
    ]);
  const head = ['  destination', 'GUID', 'no route from', 'loops from'];
  const more = destinations.length - MOST_LISTED;
  return [
    title,
    '',
    ...alignColumns([head, ...rows], [2, 3]),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ].join('\n');
}

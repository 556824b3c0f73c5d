import { type Network, type VertexIndex, WeftError } from '@weft/model';
import { type Routing, tracePath } from '@weft/network';
import { ParallelLinks } from './parallel-links.ts';
import { type RouteTable, routeTable, traceTable } from './route-table.ts';

/** Time inside the engine: whole picoseconds, exact up to 2^53, that is two and a half hours. */
export type Picoseconds = number;

export const PS_PER_NS = 1000;

/** Rounds to the nearest nanosecond. */
export function toNanoseconds(time: Picoseconds): number {
  return Math.floor(time / PS_PER_NS + 0.5);
}

/** Throws where times are no longer exact. */
export function checkTime(time: Picoseconds): void {
  if (time <= Number.MAX_SAFE_INTEGER) return;
  throw new WeftError({
    code: 'SIMULATION-TOO-LONG',
    message: `the simulation reached ${(time / 1e12).toFixed(0)} s; times are exact up to 9007 s`,
    advice: 'Use the history model for hours and days.',
  });
}

export interface FabricSpeed {
  /** Bytes per second of links whose own capacity is unknown. */
  readonly bandwidth: number;
  /** Nanoseconds a bit needs along a link. */
  readonly latency: number;
  /** Nanoseconds a switch needs to choose the path. */
  readonly switchDelay: number;
}

/** A routing that holds from a time on. */
export interface RoutingEpoch {
  readonly from: Picoseconds;
  readonly routing: Routing;
}

/** A network with its speeds and routes, ready to carry messages. */
export interface Fabric {
  readonly network: Network;
  /** Picoseconds a byte needs to leave on each link. */
  readonly psPerByte: Float64Array;
  readonly latency: Picoseconds;
  readonly switchDelay: Picoseconds;
  readonly epochs: readonly RoutingEpoch[];
  /** The tables of the epochs, where they are in memory. */
  readonly tables: readonly (RouteTable | null)[];
  /** Takes parallel links in turn; null = always the one the tables name. */
  readonly parallel: ParallelLinks | null;
}

/** No path in a network is longer; a longer one means that the tables lead in a circle. */
export const MOST_HOPS = 16_384;

export function createFabric(
  network: Network,
  speed: FabricSpeed,
  epochs: readonly RoutingEpoch[],
  parallelInTurn = false,
): Fabric {
  const { capacity } = network.links;
  const psPerByte = Float64Array.from(capacity, (own) => 1e12 / (own > 0 ? own : speed.bandwidth));
  return {
    network,
    psPerByte,
    latency: Math.round(speed.latency * PS_PER_NS),
    switchDelay: Math.round(speed.switchDelay * PS_PER_NS),
    epochs,
    tables: epochs.map(({ routing }) => routeTable(routing)),
    parallel: parallelInTurn ? new ParallelLinks(network) : null,
  };
}

/** Picoseconds a byte needs on every link; 0 where links differ. */
export function commonPace({ psPerByte }: Fabric): number {
  const [pace = 0] = psPerByte;
  return psPerByte.every((other) => other === pace) ? pace : 0;
}

function epochAt({ epochs }: Fabric, time: Picoseconds): number {
  let found = 0;
  while (found + 1 < epochs.length && epochs[found + 1].from <= time) found++;
  return found;
}

export function routingAt(fabric: Fabric, time: Picoseconds): Routing {
  return fabric.epochs[epochAt(fabric, time)].routing;
}

/** The path of a message sent at a time, from host to host, into `out`; its number of links, or -1. */
export function messagePath(
  fabric: Fabric,
  time: Picoseconds,
  src: VertexIndex,
  dst: VertexIndex,
  out: Int32Array,
) {
  const epoch = epochAt(fabric, time);
  const table = fabric.tables[epoch];
  const traced = table
    ? traceTable(table, src, dst, out)
    : tracePath(fabric.epochs[epoch].routing, src, dst, out);
  const hops = traced > out.length ? -1 : Math.max(traced, -1);
  fabric.parallel?.spread(out, hops);
  return hops;
}

/**
 * The time of a message alone in the fabric, from its first byte leaving to its last arriving (docs/simulator.md).
 * A switch may begin to send a packet when enough of it has come in that it will not run dry.
 */
export function closedForm(
  fabric: Fabric,
  path: Int32Array,
  bytes: number,
  options: { packet: number | null; switching: 'cut-through' | 'store-and-forward' },
): Picoseconds {
  const packet = Math.min(bytes, options.packet ?? bytes);
  const packets = Math.ceil(bytes / packet);
  const last = bytes - (packets - 1) * packet;
  const ends = new Float64Array(packets);
  for (let hop = 0; hop < path.length; hop++) {
    let free = 0;
    const perByte = fabric.psPerByte[path[hop]];
    const next = hop + 1 < path.length ? fabric.psPerByte[path[hop + 1]] : 0;
    for (let k = 0; k < packets; k++) {
      const size = k < packets - 1 ? packet : last;
      const occupied = Math.round(size * perByte);
      const start = Math.max(free, ends[k]);
      free = start + occupied;
      const ahead =
        hop + 1 === path.length || options.switching === 'store-and-forward'
          ? occupied
          : Math.max(0, occupied - Math.round(size * next));
      ends[k] = start + fabric.latency + ahead + (hop + 1 < path.length ? fabric.switchDelay : 0);
    }
  }
  return ends[packets - 1] ?? 0;
}

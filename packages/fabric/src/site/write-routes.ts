import { NONE, type TableSink, WeftError } from '@weft/model';
import type { Problems } from '../facts/problems.ts';
import { NO_ROUTE, type RouteFacts, type TableFact } from '../facts/route-facts.ts';
import { siteTime } from '../time/site-time.ts';
import { RouteRows } from './route-rows.ts';
import type { Site } from './site.ts';

export interface RouteCounts {
  readonly epochs: number;
  readonly tables: number;
  readonly entries: number;
}

/** One table a switch where no switch has two; else tables that hold from their times on. */
export function routeEpochs({ tables }: RouteFacts): (number | null)[] {
  const seen = new Set(tables.map(({ switchGuid }) => switchGuid));
  if (seen.size === tables.length) return tables.length === 0 ? [] : [null];
  const taken = new Map<string, TableFact>();
  for (const table of tables) {
    const key = `${table.switchGuid} ${table.time}`;
    const known = taken.get(key);
    if (known || table.time === null) throw sameTime(known ?? table, table);
    taken.set(key, table);
  }
  return [...new Set(tables.map(({ time }) => time))].sort((a, b) => a! - b!);
}

function sameTime(known: TableFact, again: TableFact): WeftError {
  return new WeftError({
    code: 'TABLES-AT-ONE-TIME',
    message: `two forwarding tables of switch ${again.switchGuid}, and nothing tells which holds when: the other is in ${known.place.file}, line ${known.place.line}`,
    ...again.place,
    advice: 'Import one of them, or put the time of each dump into its name, e.g. 2026-11-15T0800.fdbs.',
  });
}

/** Writes `routes` and `lid_routes`; times are nanoseconds from `origin` (Unix seconds). */
export async function writeRoutes(
  facts: RouteFacts,
  site: Site,
  origin: number,
  sink: TableSink,
  problems: Problems,
): Promise<RouteCounts> {
  const epochs = routeEpochs(facts);
  const destination = destinationOfLids(site);
  const rows = new RouteRows(sink);
  const unknownLids = new Map<number, number>();
  for (const table of facts.tables) {
    const vertex = site.vertexOfGuid(table.switchGuid);
    if (vertex === NONE) {
      unknownSwitch(table, problems);
      continue;
    }
    const epoch = epochs[0] === null ? 0 : siteTime(table.time!, origin);
    for (let lid = 0; lid < table.ports.length; lid++) {
      const port = table.ports[lid];
      if (port === NO_ROUTE) continue;
      const dest = destination[lid];
      if (dest >= 0) {
        if (dest !== vertex) rows.add(epoch, vertex, dest, port);
      } else if (dest === FURTHER_LID) rows.addLid(epoch, vertex, lid, port);
      else unknownLids.set(lid, (unknownLids.get(lid) ?? 0) + 1);
    }
    if (rows.full) await rows.flush();
  }
  await rows.flush();
  for (const [lid, count] of unknownLids) unknownLid(lid, count, problems);
  return { epochs: epochs.length, tables: facts.tables.length, entries: rows.written };
}

/** A LID of a vertex that is meant by another one. */
const FURTHER_LID = -2;
const LIDS = 2 ** 16;

/** The vertex of each LID by which one is meant; FURTHER_LID, or NONE where nobody has it. */
function destinationOfLids(site: Site): Int32Array {
  const first = firstLids(site);
  const { lid, vertex } = site.lids;
  const destination = new Int32Array(LIDS).fill(NONE);
  lid.forEach((own, row) => {
    destination[own] = first[vertex[row]] === own ? vertex[row] : FURTHER_LID;
  });
  return destination;
}

/** The LID by which `routes` means a vertex: the lowest one of its lowest port. */
function firstLids({ network, lids }: Site): Int32Array {
  const first = new Int32Array(network.vertexCount).fill(NONE);
  const port = new Int32Array(network.vertexCount);
  for (let row = 0; row < lids.lid.length; row++) {
    const vertex = lids.vertex[row];
    if (first[vertex] !== NONE && port[vertex] <= lids.port[row]) continue;
    first[vertex] = lids.lid[row];
    port[vertex] = lids.port[row];
  }
  return first;
}

function unknownSwitch({ switchGuid, place }: TableFact, problems: Problems): void {
  problems.note({
    code: 'UNKNOWN-SWITCH',
    what: 'forwarding tables of switches that the topology does not have, left out',
    example: switchGuid,
    place,
  });
}

function unknownLid(lid: number, count: number, problems: Problems): void {
  problems.note({
    code: 'UNKNOWN-LID',
    what: 'LIDs in forwarding tables that nobody in the topology has, left out',
    example: `${lid} in ${count} tables`,
  });
}

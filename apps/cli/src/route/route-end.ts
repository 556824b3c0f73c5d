import { canonicalGuid } from '@weft/fabric';
import { type Network, NONE, type TableColumns, textAt, WeftError } from '@weft/model';
import { findVertices, vertexName } from '@weft/network';

/** One end of a route, as a person names it. */
export interface RouteEnd {
  readonly vertex: number;
  /** Its port and LID where these were named, NONE elsewhere. */
  readonly port: number;
  readonly lid: number;
}

/**
 * A name (“node01 HCA-1”, or its host “node01”), a GUID of a node or port, or a LID. Numbers are ids of vertices where the
 * dataset has no LIDs; `lid:5` and `id:5` say which is meant.
 */
export function findRouteEnd(network: Network, lids: TableColumns<'lids'>, text: string): RouteEnd {
  const named = findVertices(network, text);
  if (named.length === 1) return atVertex(named[0]);
  if (named.length > 1) throw ambiguous(network, text, named);
  const end = byNumber(network, lids, text) ?? byPortGuid(lids, text);
  if (end) return end;
  throw new WeftError({
    code: 'UNKNOWN-VERTEX',
    message: `no host or switch is called ${text}`,
    advice:
      'Use a name, a GUID, a LID (lid:5) or an id (id:5): weft sql <dataset> "select id, name, guid from vertices".',
  });
}

function atVertex(vertex: number): RouteEnd {
  return { vertex, port: NONE, lid: NONE };
}

function byPortGuid(lids: TableColumns<'lids'>, text: string): RouteEnd | null {
  if (!/^(0x)?[0-9a-f]{1,16}$/i.test(text)) return null;
  const guid = canonicalGuid(text);
  const row = lids.lid.findIndex((_, at) => textAt(lids.guid, at) === guid);
  return row < 0 ? null : atRow(lids, row);
}

function byNumber({ vertexCount }: Network, lids: TableColumns<'lids'>, text: string): RouteEnd | null {
  const match = /^(?:(lid|id):)?(\d+)$/.exec(text);
  if (!match) return null;
  const number = Number(match[2]);
  const isLid = match[1] === 'lid' || (match[1] === undefined && lids.lid.length > 0);
  if (!isLid) return number < vertexCount ? atVertex(number) : null;
  const row = lids.lid.indexOf(number);
  return row < 0 ? null : atRow(lids, row);
}

function atRow({ lid, vertex, port }: TableColumns<'lids'>, row: number): RouteEnd {
  return { vertex: vertex[row], port: port[row], lid: lid[row] };
}

function ambiguous(network: Network, text: string, found: readonly number[]): WeftError {
  const some = found
    .slice(0, 4)
    .map((v) => `${vertexName(network, v)} (${textAt(network.vertices.guid, v) ?? `id:${v}`})`);
  return new WeftError({
    code: 'AMBIGUOUS-NAME',
    message: `${found.length} hosts or switches are called ${text}: ${some.join(', ')}`,
    advice: 'Use a GUID or a LID.',
  });
}

import { readFile } from 'node:fs/promises';
import { WeftError } from '@weft/model';
import type { FileContext } from '../fabric-reader.ts';
import { canonicalGuid, type TopologyFacts } from '../facts/topology-facts.ts';
import { activeCapacity } from './port-info.ts';

const MAGIC = 0x8fe7832b;
const VERSION = 1;
const HEADER = 28;
/** A block of management data: NodeInfo, PortInfo, a description. */
const BLOCK = 64;
const NODE = 15 + 3 * BLOCK;
const PORT_KEY = 9;
const PORT = 31 + BLOCK;
const SWITCH = 2;
/** A fabric of a million ports has less. */
const MOST_BYTES = 2 ** 28;

export function isCache(head: Uint8Array): boolean {
  return head.length >= 8 && new DataView(head.buffer, head.byteOffset).getUint32(0, true) === MAGIC;
}

interface CachedPort {
  /** Node it is on. */
  readonly node: string;
  readonly guid: string;
  readonly port: number;
  readonly lid: number;
  readonly lmc: number;
  readonly capacity: number;
  /** Port at the other end of the cable, by GUID and number. */
  readonly peer: string | null;
}

/** A header, the nodes, then all their ports; numbers have their low byte first. */
export async function readCache({ file, signal }: FileContext, facts: TopologyFacts): Promise<void> {
  if (file.size > MOST_BYTES) throw damaged(file.origin, 0, 'it is larger than any fabric');
  const bytes = await readFile(file.path, { signal });
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  if (bytes.length < HEADER || view.getUint32(4, true) !== VERSION)
    throw damaged(file.origin, 4, `only version ${VERSION} of it is known`);
  const place = { file: file.origin };
  let at = HEADER;
  for (let node = view.getUint32(8, true); node > 0; node--) {
    need(bytes, at, NODE, file.origin);
    const guid = guidAt(view, at + 4 + BLOCK);
    const isSwitch = bytes[at + 12 + BLOCK] === SWITCH;
    const name = textOf(bytes.subarray(at + 14 + 2 * BLOCK, at + 14 + 3 * BLOCK));
    facts.addNode({ id: guid, kind: isSwitch ? 'switch' : 'host', guid, name, place });
    if (isSwitch)
      facts.addAddress({
        node: guid,
        port: 0,
        lid: view.getUint16(at, true),
        lmc: bytes[at + 2],
        guid,
        place,
      });
    at += NODE + PORT_KEY * bytes[at + NODE - 1];
  }
  const ports: CachedPort[] = [];
  for (let port = view.getUint32(12, true); port > 0; port--) {
    need(bytes, at, PORT, file.origin);
    ports.push(portAt(view, at));
    at += PORT;
  }
  addCables(ports, facts, place);
}

function portAt(view: DataView, at: number): CachedPort {
  const remote = at + 21 + BLOCK;
  return {
    guid: guidAt(view, at),
    port: view.getUint8(at + 8),
    lid: view.getUint16(at + 10, true),
    lmc: view.getUint8(at + 12),
    capacity: activeCapacity(new Uint8Array(view.buffer, view.byteOffset + at + 13, BLOCK)),
    node: guidAt(view, at + 13 + BLOCK),
    peer: view.getUint8(remote) === 0 ? null : `${guidAt(view, remote + 1)} ${view.getUint8(remote + 9)}`,
  };
}

function addCables(
  ports: readonly CachedPort[],
  facts: TopologyFacts,
  place: { readonly file: string },
): void {
  const byName = new Map(ports.map((port) => [`${port.guid} ${port.port}`, port]));
  for (const { node, guid, port, lid, lmc, capacity, peer } of ports) {
    const isHost = facts.nodes.get(node)?.kind === 'host';
    if (isHost) facts.addAddress({ node, port, lid, lmc, guid, place });
    const far = peer === null ? undefined : byName.get(peer);
    if (far)
      facts.cableEnds.push({ from: node, fromPort: port, to: far.node, toPort: far.port, capacity, place });
  }
}

function guidAt(view: DataView, at: number): string {
  return canonicalGuid(view.getBigUint64(at, true).toString(16));
}

/** Up to the first zero byte. */
function textOf(bytes: Uint8Array): string {
  const end = bytes.indexOf(0);
  return new TextDecoder().decode(end < 0 ? bytes : bytes.subarray(0, end)).trim();
}

function need(bytes: Uint8Array, at: number, length: number, file: string): void {
  if (at + length > bytes.length) throw damaged(file, at, 'it ends early');
}

function damaged(file: string, offset: number, why: string): WeftError {
  return new WeftError({
    code: 'BAD-CACHE',
    message: `this cached topology cannot be read: ${why}`,
    file,
    offset,
    advice: 'Print it as text: ibnetdiscover --load-cache <file>.',
  });
}

import { NONE } from '@weft/model';
import type { FileContext } from '../fabric-reader.ts';
import { badLine, type Place } from '../facts/problems.ts';
import { canonicalGuid, type NodeFact, type TopologyFacts } from '../facts/topology-facts.ts';
import { eachTextLine } from '../text/each-line.ts';
import { linkCapacity } from './link-rate.ts';

const NODE = /^(Switch|Ca|Hca|Rt)\s+\d+\s+"([^"]+)"(?:\s*#\s*"(.*)"(.*))?\s*$/;
const OWN_LID = /\blid (\d+) lmc (\d+)/;
const PORT =
  /^\[(\d+)\](?:\[ext \d+\])?(?:\(([0-9a-f]+)\))?\s*"([^"]+)"\s*\[(\d+)\](?:\[ext \d+\])?(?:\(([0-9a-f]+)\))?(.*)$/;
const PORT_COMMENT = /#\s*(?:lid (\d+) lmc (\d+)\s*)?"(.*)"(?:\s*lid (\d+))?(?:\s+(\d+)x(\w+))?/;
const HEADER = /^(#|\s*$|(vendid|devid|sysimgguid|switchguid|caguid|rtguid)=|Chassis |Non-Chassis )/;

/** A record is a node line and the port lines behind it; everything else describes or separates. */
export async function readIbnetdiscover(context: FileContext, facts: TopologyFacts): Promise<void> {
  const { file, problems, signal } = context;
  const peers: Peers = new Map();
  let record: NodeFact | null = null;
  let leftOut = false;
  const read = (text: string, line: number): void => {
    const place = { file: file.origin, line };
    if (HEADER.test(text)) return;
    if (text.startsWith('[')) {
      if (!leftOut && !(record && readPort(text, record, place, facts, peers)))
        problems.damage(badLine(text, place));
      return;
    }
    const found = readNode(text, place);
    if (found) {
      record = found.node;
      leftOut = !facts.addNode(found.node);
      if (!leftOut && found.lid > 0) facts.addAddress({ ...found, node: found.node.id, port: 0, place });
    } else if (/^(Switch|Ca|Hca|Rt)\b/.test(text)) problems.damage(badLine(text, place));
    else
      problems.note({
        code: 'LINES-IGNORED',
        what: 'lines of no known form',
        example: text.slice(0, 60),
        place,
      });
  };
  await eachTextLine(file.path, read, signal);
}

function readNode(text: string, place: Place) {
  const match = NODE.exec(text);
  if (!match) return null;
  const [, type, id, description, tail = ''] = match;
  const node = nodeFact(id, type === 'Switch' ? 'switch' : 'host', description ?? id, place);
  const own = type === 'Switch' ? OWN_LID.exec(tail) : null;
  return { node, lid: Number(own?.[1] ?? 0), lmc: Number(own?.[2] ?? 0), guid: node.guid };
}

/** Ids are a letter and the GUID (S-248a070300a00300), or any name in a net file written by hand. */
function nodeFact(id: string, kind: NodeFact['kind'], name: string, place: Place): NodeFact {
  const hex = /^[SHR]-([0-9a-f]{1,16})$/i.exec(id)?.[1];
  const guid = hex === undefined ? null : canonicalGuid(hex);
  return { id: guid ?? id, kind, guid, name: name.trim(), place };
}

/** Nodes at the far end of cables, by their ids in the file. */
type Peers = Map<string, NodeFact>;

function newPeer(id: string, name: string, place: Place, facts: TopologyFacts, peers: Peers): NodeFact {
  const peer = nodeFact(id, id.startsWith('S-') ? 'switch' : 'host', name, place);
  facts.mention(peer);
  peers.set(id, peer);
  return peer;
}

/** False where the line is not a port line. */
function readPort(text: string, node: NodeFact, place: Place, facts: TopologyFacts, peers: Peers): boolean {
  const match = PORT.exec(text);
  if (!match) return false;
  const [, port, portGuid, peerId, peerPort, peerGuid, comment] = match;
  const said = PORT_COMMENT.exec(comment);
  const [, lid, lmc, peerName, peerLid, lanes, speed] = said ?? [];
  const peer = peers.get(peerId) ?? newPeer(peerId, peerName ?? peerId, place, facts, peers);
  facts.cableEnds.push({
    from: node.id,
    fromPort: Number(port),
    to: peer.id,
    toPort: Number(peerPort),
    capacity: lanes === undefined ? NONE : linkCapacity(Number(lanes), speed),
    place,
  });
  const guid = portGuid === undefined ? null : canonicalGuid(portGuid);
  if (lid !== undefined)
    facts.addAddress({ node: node.id, port: Number(port), lid: Number(lid), lmc: Number(lmc), guid, place });
  if (peerLid !== undefined && peerGuid !== undefined) {
    const far = {
      node: peer.id,
      port: Number(peerPort),
      lid: Number(peerLid),
      guid: canonicalGuid(peerGuid),
    };
    facts.mentionAddress({ ...far, lmc: 0, place });
  }
  return true;
}

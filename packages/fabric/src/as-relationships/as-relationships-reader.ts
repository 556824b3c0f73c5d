import { NONE } from '@weft/model';
import { PEERING, TRANSIT } from '@weft/network';
import type { FabricReader, FileContext } from '../fabric-reader.ts';
import { badLine, type Place } from '../facts/problems.ts';
import type { TopologyFacts } from '../facts/topology-facts.ts';
import { eachTextLine } from '../text/each-line.ts';
import { firstLine } from '../text/probe-lines.ts';

/** `provider|customer|-1` or `peer|peer|0`, in newer files with where it was learned from behind. */
const LINE = /^(\d+)\|(\d+)\|(-1|0)(?:\|[\w-]+)?\s*$/;

/** Relationships between autonomous systems, as CAIDA publishes them. Each system is a switch with hosts behind it. */
export const asRelationshipsReader: FabricReader = {
  name: 'as-relationships',
  title: 'Relationships of autonomous systems',
  tells: 'topology',
  detect: (probe) => (LINE.test(firstLine(probe)) ? 'yes' : 'no'),
  read: (context, { topology }) => readRelationships(context, topology),
};

async function readRelationships(
  { file, problems, signal }: FileContext,
  facts: TopologyFacts,
): Promise<void> {
  const read = (text: string, line: number): void => {
    if (/^\s*(#|$)/.test(text)) return;
    const place = { file: file.origin, line };
    const match = LINE.exec(text);
    if (!match || match[1] === match[2]) {
      problems.damage(badLine(text, place));
      return;
    }
    const [first, second] = [addSystem(match[1], facts, place), addSystem(match[2], facts, place)];
    const unknown = { fromPort: NONE, toPort: NONE, capacity: NONE, place };
    if (match[3] === '0') facts.cables.push({ ...unknown, from: first, to: second, class: PEERING });
    else
      facts.cables.push({
        ...unknown,
        from: second,
        to: first,
        class: TRANSIT,
        direction: 'up',
        reverseDirection: 'down',
      });
  };
  await eachTextLine(file.path, read, signal);
}

function addSystem(number: string, facts: TopologyFacts, place: Place): string {
  const id = `AS${number}`;
  if (facts.nodes.has(id)) return id;
  const hosts = `hosts of ${id}`;
  facts.nameNode({ id, kind: 'switch', guid: null, name: id, place });
  facts.nameNode({ id: hosts, kind: 'host', guid: null, name: hosts, place });
  facts.cables.push({ from: hosts, to: id, fromPort: NONE, toPort: NONE, capacity: NONE, place });
  return id;
}

import type { FabricReader, FileContext } from '../fabric-reader.ts';
import { badLine, type Place } from '../facts/problems.ts';
import { canonicalGuid, type TopologyFacts } from '../facts/topology-facts.ts';
import { linkCapacity } from '../ibnetdiscover/link-rate.ts';
import { eachTextLine } from '../text/each-line.ts';
import { firstLine } from '../text/probe-lines.ts';

const NEAR = /^(CA|SW|RT)\s+(\d+)\s+(\d+)\s+0x(\w+)\s+(\d+)x\s+(\S+)/;
const FAR = /^\s+-\s+(CA|SW|RT)\s+(\d+)\s+(\d+)\s+0x(\w+)\s+\(\s*'(.*)'\s+-\s+'(.*)'\s*\)\s*$/;

/** What `ibnetdiscover -p` prints: a line a port. Adapters are known by the GUID of their port. */
export const ibnetdiscoverPortsReader: FabricReader = {
  name: 'ibnetdiscover-ports',
  title: 'InfiniBand topology (ibnetdiscover -p)',
  tells: 'topology',
  detect: (probe) => (NEAR.test(firstLine(probe)) ? 'yes' : 'no'),
  read: (context, { topology }) => readPorts(context, topology),
};

async function readPorts({ file, problems, signal }: FileContext, facts: TopologyFacts): Promise<void> {
  const told = new Set<string>();
  const read = (text: string, line: number): void => {
    if (text.trim() === '') return;
    const place = { file: file.origin, line };
    const near = NEAR.exec(text);
    if (!near) {
      problems.damage(badLine(text, place));
      return;
    }
    const rest = text.slice(near[0].length);
    const far = FAR.exec(rest);
    const name = far ? far[5] : rest.trim().replaceAll("'", '');
    const from = addNode(near.slice(1, 5), name, facts, told, place);
    if (!far) {
      const example = `${name.trim()} port ${near[3]}`;
      problems.note({ code: 'PORT-DOWN', what: 'ports without a cable, or down', example, place });
      return;
    }
    const to = addNode(far.slice(1, 5), far[6], facts, told, place);
    const capacity = linkCapacity(Number(near[5]), near[6]);
    facts.cableEnds.push({ from, fromPort: Number(near[3]), to, toPort: Number(far[3]), capacity, place });
  };
  await eachTextLine(file.path, read, signal);
}

function addNode(
  [type, lid, port, hex]: readonly string[],
  name: string,
  facts: TopologyFacts,
  told: Set<string>,
  place: Place,
): string {
  const id = canonicalGuid(hex);
  facts.nameNode({ id, kind: type === 'SW' ? 'switch' : 'host', guid: id, name: name.trim(), place });
  if (!told.has(id)) {
    told.add(id);
    const own = type === 'SW' ? 0 : Number(port);
    facts.addAddress({ node: id, port: own, lid: Number(lid), lmc: 0, guid: id, place });
  }
  return id;
}

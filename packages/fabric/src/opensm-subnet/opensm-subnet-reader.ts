import type { FabricReader, FileContext } from '../fabric-reader.ts';
import { badLine, type Place } from '../facts/problems.ts';
import { canonicalGuid, type TopologyFacts } from '../facts/topology-facts.ts';
import { linkCapacity, speedWord } from '../ibnetdiscover/link-rate.ts';
import { eachTextLine } from '../text/each-line.ts';
import { firstLine } from '../text/probe-lines.ts';

const END = String.raw`\{ (CA|SW|RT)(?:-\S+)? Ports:\w+ SystemGUID:\w+ NodeGUID:(\w+) PortGUID:(\w+) .*?\{(.*?)\} LID:(\w+) PN:(\w+) \}`;
const LINE = new RegExp(`^${END} ${END} PHY=(\\d+)x LOG=\\w+ SPD=([\\d.]+)`);

/** The link list of OpenSM (opensm-subnet.lst) and ibdiagnet (.lst): a line for each end of each cable. */
export const opensmSubnetReader: FabricReader = {
  name: 'opensm-subnet',
  title: 'InfiniBand topology (opensm-subnet.lst)',
  tells: 'topology',
  detect: (probe) => (/^\{ (CA|SW|RT)\S* Ports:\w+ SystemGUID:/.test(firstLine(probe)) ? 'yes' : 'no'),
  read: (context, { topology }) => readSubnet(context, topology),
};

async function readSubnet({ file, problems, signal }: FileContext, facts: TopologyFacts): Promise<void> {
  const told = new Set<string>();
  const read = (text: string, line: number): void => {
    if (text.trim() === '') return;
    const place = { file: file.origin, line };
    const match = LINE.exec(text);
    if (!match) {
      problems.damage(badLine(text, place));
      return;
    }
    const near = addEnd(match.slice(1, 7), facts, told, place);
    const far = addEnd(match.slice(7, 13), facts, told, place);
    const capacity = linkCapacity(Number(match[13]), speedWord(match[14]));
    facts.cableEnds.push({ ...near, to: far.from, toPort: far.fromPort, capacity, place });
  };
  await eachTextLine(file.path, read, signal);
}

/** LIDs and ports are hex here. Addresses come without LMC. */
function addEnd(
  [type, node, port, name, lid, number]: readonly string[],
  facts: TopologyFacts,
  told: Set<string>,
  place: Place,
) {
  const id = canonicalGuid(node);
  const kind = type === 'SW' ? 'switch' : 'host';
  facts.nameNode({ id, kind, guid: id, name: name.trim(), place });
  const fromPort = Number.parseInt(number, 16);
  const owner = kind === 'switch' ? 0 : fromPort;
  if (!told.has(`${id} ${owner}`)) {
    told.add(`${id} ${owner}`);
    const guid = canonicalGuid(port);
    facts.addAddress({ node: id, port: owner, lid: Number.parseInt(lid, 16), lmc: 0, guid, place });
  }
  return { from: id, fromPort };
}

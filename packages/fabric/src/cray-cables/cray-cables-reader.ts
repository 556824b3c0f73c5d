import { NONE } from '@weft/model';
import type { FabricReader, FileContext } from '../fabric-reader.ts';
import { badLine, type Place } from '../facts/problems.ts';
import type { TopologyFacts } from '../facts/topology-facts.ts';
import { eachTextLine } from '../text/each-line.ts';
import { firstLine } from '../text/probe-lines.ts';

const END = String.raw`(c\d+-\d+c\d+s\d+a\d+)l([0-7]+)\((\d+):(\d+):(\d+)\)`;
const LINE = new RegExp(`^${END} (green|black|blue) -> (?:${END}|(unused))\\s*$`);

/**
 * The cable list of a Cray XC: green along a row, black along a column, blue between groups. It names routers and, as
 * processor tiles, where nodes are, but no nodes.
 */
export const crayCablesReader: FabricReader = {
  name: 'cray-cables',
  title: 'Cray XC cable list',
  tells: 'topology',
  detect: (probe) => (LINE.test(firstLine(probe)) ? 'yes' : 'no'),
  read: (context, { topology }) => readCables(context, topology),
};

async function readCables({ file, problems, signal }: FileContext, facts: TopologyFacts): Promise<void> {
  const read = (text: string, line: number): void => {
    if (text.trim() === '' || text.includes(' ptile -> ')) return;
    const place = { file: file.origin, line };
    const match = LINE.exec(text);
    if (!match) {
      problems.damage(badLine(text, place));
      return;
    }
    const from = addRouter(match.slice(1, 6), facts, place);
    if (match[12] !== undefined) {
      problems.note({
        code: 'PORT-DOWN',
        what: 'ports without a cable, or down',
        example: `${from} l${match[2]}`,
        place,
      });
      return;
    }
    const to = addRouter(match.slice(7, 12), facts, place);
    const [fromPort, toPort] = [match[2], match[8]].map((tile) => Number.parseInt(tile, 8));
    facts.cableEnds.push({ from, fromPort, to, toPort, capacity: NONE, class: match[6], place });
  };
  await eachTextLine(file.path, read, signal);
}

/** Group, row and column of the router are its coordinates, the group its pod. */
function addRouter([id, , ...place3]: readonly string[], facts: TopologyFacts, place: Place): string {
  const coord = place3.map(Number);
  facts.nameNode({ id, kind: 'switch', guid: null, name: id, place, level: 1, pod: coord[0], coord });
  return id;
}

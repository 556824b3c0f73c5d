import type { CounterContext, FabricReader } from '../fabric-reader.ts';
import { addDirectedLinks, type DirectedLink } from '../facts/add-directed-links.ts';
import { badLine, type Place } from '../facts/problems.ts';
import type { TopologyFacts } from '../facts/topology-facts.ts';
import { eachTextLine } from '../text/each-line.ts';
import { firstLine } from '../text/probe-lines.ts';

const HEADER = /^sg,sr,sc,dg,dr,dc,color,/;
const COLOURS: Readonly<Record<string, string>> = { g: 'green', k: 'black', b: 'blue' };
const FIRST_COUNTER = 7;

/**
 * DragonView's counters of a Cray XC: a link a line, from router (group, row, column) to router. Green is along a row, black
 * along a column, blue between groups. The counters are totals of a run.
 */
export const dragonviewLinksReader: FabricReader = {
  name: 'dragonview-links',
  title: 'DragonView network counters',
  tells: 'topology',
  timeless: true,
  detect: (probe) => (HEADER.test(firstLine(probe)) ? 'yes' : 'no'),
  async read(context, { topology }) {
    const links: DirectedLink[] = [];
    await eachLink(context, ({ from, to, color, place }) => {
      addRouter(from, topology, place);
      addRouter(to, topology, place);
      links.push({ from, to, class: COLOURS[color], place });
    });
    addDirectedLinks(links, topology, context.problems);
  },
  readCounters: readTotals,
};

interface LinkRow {
  readonly from: string;
  readonly to: string;
  readonly color: string;
  readonly fields: readonly string[];
  readonly header: readonly string[];
  readonly place: Place;
}

async function eachLink(
  { file, problems, signal }: Pick<CounterContext, 'file' | 'problems' | 'signal'>,
  visit: (row: LinkRow) => void,
): Promise<void> {
  let header: string[] = [];
  const read = (text: string, line: number): void => {
    const place = { file: file.origin, line };
    const fields = text.split(',');
    if (line === 1) header = fields;
    else if (fields.length !== header.length || !(fields[6] in COLOURS))
      problems.damage(badLine(text, place));
    else
      visit({
        from: fields.slice(0, 3).join(':'),
        to: fields.slice(3, 6).join(':'),
        color: fields[6],
        fields,
        header,
        place,
      });
  };
  await eachTextLine(file.path, read, signal);
}

/** Adds a router by its group, row and column. */
export function addRouter(id: string, facts: TopologyFacts, place: Place): void {
  const coord = id.split(':').map(Number);
  facts.nameNode({ id, kind: 'switch', guid: null, name: id, place, level: 1, pod: coord[0], coord });
}

async function readTotals(context: CounterContext): Promise<void> {
  const { ports, series, time } = context;
  const seen = new Map<string, number>();
  await eachLink(context, ({ from, to, fields, header, place }) => {
    const key = `${from} ${to}`;
    const nth = seen.get(key) ?? 0;
    seen.set(key, nth + 1);
    const link = ports.byEnds(from, to, nth, place);
    for (let at = FIRST_COUNTER; at < fields.length && link >= 0; at++) {
      // Stalls for each flit are what dividing the two gives.
      const counter = header[at].includes('/') ? null : series.of(header[at]);
      if (counter) series.amount(counter, link, time ?? 0, Number(fields[at]));
    }
  });
}

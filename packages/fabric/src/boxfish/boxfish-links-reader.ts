import type { CounterContext, FabricReader, FileContext } from '../fabric-reader.ts';
import { addDirectedLinks, type DirectedLink } from '../facts/add-directed-links.ts';
import type { Place } from '../facts/problems.ts';
import { probeLines } from '../text/probe-lines.ts';
import { eachTableRow, fieldOf, type TableRow } from './boxfish-table.ts';
import { torusDirection } from './torus-direction.ts';

const LINK = '- [linkid,';

/**
 * Boxfish's table of the links of a torus: columns in a YAML header, then rows with the coordinates of both ends, a region of
 * the code and its packets. Each region is a metric of its own, `packets` is their sum.
 */
export const boxfishLinksReader: FabricReader = {
  name: 'boxfish-links',
  title: 'Boxfish links',
  tells: 'topology',
  timeless: true,
  detect: (probe) => {
    const lines = probeLines(probe);
    return lines.some((line) => line.startsWith(LINK)) && lines[0] === '---' ? 'yes' : 'no';
  },
  async read(context, { topology }) {
    const links = new Map<string, DirectedLink>();
    await eachRow(context, ({ link, from, to, place }) => {
      if (links.has(link)) return;
      for (const id of [from, to])
        topology.nameNode({
          id,
          kind: 'host',
          guid: null,
          name: id,
          place,
          coord: id.split('.').map(Number),
        });
      links.set(link, { from, to, place });
    });
    addDirectedLinks(withDirections([...links.values()]), topology, context.problems);
  },
  readCounters: readRegions,
};

function withDirections(links: readonly DirectedLink[]): DirectedLink[] {
  const ends = links.map(({ from, to }) => [from, to].map((id) => id.split('.').map(Number)));
  const sizes: number[] = [];
  for (const coord of ends.flat())
    for (const [at, value] of coord.entries()) sizes[at] = Math.max(sizes[at] ?? 1, value + 1);
  return links.map((link, i) => ({ ...link, ...torusDirection(ends[i][0], ends[i][1], sizes) }));
}

interface LinkRow {
  readonly link: string;
  readonly from: string;
  readonly to: string;
  readonly region: string;
  /** Amounts by name of their column. */
  readonly amounts: readonly (readonly [name: string, amount: number])[];
  readonly place: Place;
}

function eachRow(context: FileContext, visit: (row: LinkRow) => void): Promise<void> {
  return eachTableRow(context, (row) => visit(rowOf(row)));
}

function rowOf(row: TableRow): LinkRow {
  const { names, fields, place } = row;
  const where = (pattern: RegExp): string => fields.filter((_, at) => pattern.test(names[at])).join('.');
  return {
    link: fieldOf(row, 'linkid'),
    from: where(/^s[a-z]$/),
    to: where(/^t[a-z]$/),
    region: fieldOf(row, 'code_region'),
    amounts: names.flatMap((name, at) =>
      /^(linkid|code_region|[st][a-z])$/.test(name) ? [] : [[name, Number(fields[at])] as const],
    ),
    place,
  };
}

async function readRegions(context: CounterContext): Promise<void> {
  const { ports, series, time } = context;
  const order = new Map<string, number>();
  const links = new Map<string, number>();
  const sums = new Map<string, Float64Array>();
  const add = (metric: string, link: number, amount: number): void => {
    const own = sums.get(metric) ?? new Float64Array(context.site.network.linkCount);
    own[link] += amount;
    sums.set(metric, own);
  };
  await eachRow(context, ({ link: id, from, to, region, amounts, place }) => {
    let link = links.get(id);
    if (link === undefined) {
      const nth = order.get(`${from} ${to}`) ?? 0;
      order.set(`${from} ${to}`, nth + 1);
      link = ports.byEnds(from, to, nth, place);
      links.set(id, link);
    }
    for (const [name, amount] of link < 0 ? [] : amounts) {
      add(name, link, amount);
      if (region !== '') add(`${name}_region_${region}`, link, amount);
    }
  });
  for (const [metric, amounts] of sums) {
    const counter = series.of(metric);
    if (counter) amounts.forEach((amount, link) => series.amount(counter, link, time ?? 0, amount));
  }
}

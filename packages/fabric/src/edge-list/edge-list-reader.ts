import { NONE } from '@weft/model';
import type { FabricReader, FileContext } from '../fabric-reader.ts';
import { badLine } from '../facts/problems.ts';
import type { CableFact, TopologyFacts } from '../facts/topology-facts.ts';
import { eachTextLine } from '../text/each-line.ts';
import { firstLine } from '../text/probe-lines.ts';

const COLUMNS = {
  from: ['from', 'src', 'source'],
  to: ['to', 'dst', 'dest', 'target'],
  fromPort: ['from_port', 'src_port', 'source_port'],
  toPort: ['to_port', 'dst_port', 'dest_port', 'target_port'],
  fromKind: ['from_kind', 'src_kind', 'source_kind'],
  toKind: ['to_kind', 'dst_kind', 'dest_kind', 'target_kind'],
  capacity: ['capacity', 'bytes_per_second'],
} as const;

type Places = Readonly<Record<keyof typeof COLUMNS, number>>;

/** Any network as CSV: a cable a line. What hangs on one cable is a host where no kind is given. */
export const edgeListReader: FabricReader = {
  name: 'edge-list',
  title: 'Edge list (CSV)',
  tells: 'topology',
  detect: (probe) => {
    const { from, to } = placesOf(firstLine(probe));
    return from >= 0 && to >= 0 && !countsTraffic(firstLine(probe)) ? 'yes' : 'no';
  },
  read: (context, { topology }) => readEdges(context, topology),
};

/** A table of what ranks send each other has two ends in each line, too. */
function countsTraffic(line: string): boolean {
  return columnNames(line).some((name) => name === 'messages' || name === 'bytes');
}

function columnNames(line: string): string[] {
  return line.split(',').map((name) => name.trim().toLowerCase());
}

function placesOf(line: string): Places {
  const names = columnNames(line);
  const found = Object.entries(COLUMNS).map(([key, wanted]) => [
    key,
    wanted.map((name) => names.indexOf(name)).find((at) => at >= 0) ?? -1,
  ]);
  return Object.fromEntries(found);
}

async function readEdges({ file, problems, signal }: FileContext, facts: TopologyFacts): Promise<void> {
  const kinds = new Map<string, string>();
  const own: CableFact[] = [];
  let places: Places | null = null;
  const read = (text: string, line: number): void => {
    if (/^\s*(#|$)/.test(text)) return;
    if (!places) {
      places = placesOf(text);
      return;
    }
    const place = { file: file.origin, line };
    const fields = text.split(',').map((field) => field.trim());
    const { fromPort, toPort, fromKind, toKind, capacity } = places;
    const [from, to] = [fields[places.from], fields[places.to]];
    const numbers = [fromPort, toPort, capacity].map((at) => (fields[at] ? Number(fields[at]) : NONE));
    if (!from || !to || numbers.some((value) => !(value >= NONE))) {
      problems.damage(badLine(text, place));
      return;
    }
    if (fields[fromKind]) kinds.set(from, fields[fromKind]);
    if (fields[toKind]) kinds.set(to, fields[toKind]);
    own.push({ from, fromPort: numbers[0], to, toPort: numbers[1], capacity: numbers[2], place });
  };
  await eachTextLine(file.path, read, signal);
  nameEnds(own, kinds, facts);
  for (const cable of own) facts.cables.push(cable);
}

function nameEnds(
  cables: readonly CableFact[],
  kinds: ReadonlyMap<string, string>,
  facts: TopologyFacts,
): void {
  const degree = new Map<string, number>();
  for (const { from, to } of cables) for (const id of [from, to]) degree.set(id, (degree.get(id) ?? 0) + 1);
  for (const { from, to, place } of cables) {
    for (const id of [from, to]) {
      const said = kinds.get(id) ?? (degree.get(id) === 1 ? 'host' : 'switch');
      facts.nameNode({ id, kind: said === 'host' ? 'host' : 'switch', guid: null, name: id, place });
    }
  }
}

import { formatDuration, formatExact, formatQuantity, type Manifest, messageTotal } from '@weft/model';

/** The few figures of a card. */
export function datasetFacts(manifest: Manifest | null): readonly (readonly [string, string])[] {
  if (!manifest) return [];
  const rows = (table: string) => manifest.tables[table]?.rows ?? 0;
  const hosts = Number(manifest.network?.params.hosts ?? 0);
  const facts: [string, number, (value: number) => string][] = [
    ['hosts', hosts, exact],
    // The hosts of a trace without a network are no vertices of one.
    ['vertices', hosts > 0 || rows('links') === 0 ? 0 : rows('vertices'), exact],
    ['links', rows('links'), exact],
    ['messages', messageTotal(manifest), short],
    ['jobs', rows('jobs') > 1 ? rows('jobs') : 0, exact],
    ['duration', durationOf(manifest), formatDuration],
    ['size', sizeOf(manifest), (bytes) => formatQuantity(bytes, 'B')],
  ];
  return facts.filter(([, value]) => value > 0).map(([name, value, print]) => [name, print(value)]);
}

function exact(value: number): string {
  return formatExact(value, '');
}

function short(value: number): string {
  return value < 1e5 ? exact(value) : formatQuantity(value, 'count');
}

function durationOf({ timeRange }: Manifest): number {
  return timeRange ? timeRange[1] - timeRange[0] : 0;
}

function sizeOf({ tables }: Manifest): number {
  return Object.values(tables).reduce(
    (sum, table) => sum + (table?.parts.reduce((bytes, part) => bytes + part.bytes, 0) ?? 0),
    0,
  );
}

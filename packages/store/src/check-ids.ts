import { type Manifest, type TableName, WeftError } from '@weft/model';
import type { Engine } from './engine.ts';
import { readSums } from './read-whole.ts';

/** What the ids of a column count: rows of a table, or world ranks. */
type Counted = 'links' | 'vertices' | 'ranks of a run';

/** Columns by whose ids others reserve memory. */
const ID_COLUMNS: Readonly<Partial<Record<TableName, Readonly<Record<string, Counted>>>>> = {
  links: { src: 'vertices', dst: 'vertices', reverse: 'links' },
  counters: { link: 'links' },
  link_sums: { link: 'links' },
  loads: { link: 'links' },
  hops: { link: 'links' },
  ranks: { rank: 'ranks of a run', host: 'vertices' },
  routes: { switch: 'vertices', dest: 'vertices' },
  lids: { vertex: 'vertices' },
  lid_routes: { switch: 'vertices' },
  messages: { src: 'ranks of a run', dst: 'ranks of a run' },
  collectives: { rank: 'ranks of a run', root: 'ranks of a run' },
  collective_parts: { src: 'ranks of a run', dst: 'ranks of a run' },
  communicators: { rank: 'ranks of a run', world_rank: 'ranks of a run' },
  calls: { rank: 'ranks of a run' },
  spans: { rank: 'ranks of a run' },
  span_sums: { rank: 'ranks of a run' },
  rank_counters: { rank: 'ranks of a run' },
};

/** More than any machine has, where no table says how many there are. */
const MOST_IDS = 2 ** 24;

/** Refuses ids that nothing has, before anybody counts on them. Parquet keeps the largest id of each column, so no row is read. */
export async function checkIds(
  engine: Engine,
  { tables }: Manifest,
  table: TableName,
  folder: string,
): Promise<void> {
  const counted = Object.entries(ID_COLUMNS[table] ?? {});
  if (counted.length === 0 || !tables[table]?.rows) return;
  const most = counted.map(([name]) => name);
  const { columns } = await readSums(engine, { table, by: [], sums: [], most });
  counted.forEach(([name, what]) => {
    const [id = 0] = columns[`most_${name}`];
    const limit = (what === 'ranks of a run' ? 0 : tables[what]?.rows) || MOST_IDS;
    if (id >= limit) throw badId(`${table}.${name} has the id ${id}`, limit, what, folder);
  });
}

function badId(fault: string, limit: number, what: Counted, file: string): WeftError {
  return new WeftError({
    code: 'TABLE-DAMAGED',
    message: `${fault}, and there are ${limit === MOST_IDS ? 'never more than ' : ''}${limit} ${what}`,
    file,
    advice: 'Import or simulate the dataset again.',
  });
}

import { type AnyColumn, type Blocks, type Frame, isText, NONE, type SumQuery, valueAt } from '@weft/model';

/** A row, or the piece of one that lies in a block. */
interface Piece {
  readonly row: number;
  readonly block?: number;
  readonly time?: number;
}

interface Group {
  readonly keys: readonly number[];
  readonly pieces: readonly Piece[];
  /** The largest first sum of those that it stands for. */
  readonly foremost?: number;
}

/** Sums by a loop over the rows, as the store's SQL makes them. */
export function sumSlowly(table: Frame, rows: readonly number[], query: SumQuery): Frame {
  const { by, sums, least = [], most = [] } = query;
  const pieces = rows.flatMap((row) => piecesOf(table, row, query));
  const groups = groupsOf(
    pieces,
    by.map((name) => keyOf(table, name, query)),
  );
  const told = largestOf(
    table,
    query.foremost === undefined ? groups : foremostOf(table, groups, query),
    query,
  );
  const numbers = (value: (group: Group) => number) => Float64Array.from(told, value);
  const extreme = (name: string, pick: (...values: number[]) => number) =>
    numbers(({ pieces }) => {
      const known = pieces
        .map(({ row }) => Number(valueAt(table.columns[name], row)))
        .filter((value) => value !== NONE);
      return known.length > 0 ? pick(...known) : NONE;
    });
  return {
    rows: told.length,
    columns: Object.fromEntries<AnyColumn>([
      ...by.map((name, at): [string, AnyColumn] => [
        name,
        columnOf(
          table,
          name,
          query,
          told.map(({ keys }) => keys[at]),
        ),
      ]),
      ...sums.map((name): [string, AnyColumn] => [
        name,
        numbers((group) => sumOf(table, name, group, query)),
      ]),
      ...least.map((name): [string, AnyColumn] => [`least_${name}`, extreme(name, Math.min)]),
      ...most.map((name): [string, AnyColumn] => [
        `most_${name}`,
        query.foremost === undefined ? extreme(name, Math.max) : numbers(({ foremost = NONE }) => foremost),
      ]),
    ]),
  };
}

function piecesOf(table: Frame, row: number, { lasting, blocks }: SumQuery): Piece[] {
  if (!lasting) return [{ row }];
  const { from, width, blocks: count } = blocks![lasting.from];
  const [enter, exit] = [lasting.from, lasting.to].map((name) => Number(valueAt(table.columns[name], row)));
  return Array.from({ length: count }, (_, block) => {
    const start = from + block * width;
    return { row, block, time: Math.min(exit, start + width) - Math.max(enter, start) };
  }).filter(({ time }) => time > 0);
}

function keyOf(table: Frame, name: string, { blocks, lasting }: SumQuery): (piece: Piece) => number {
  const column = table.columns[name];
  if (name === lasting?.from) return ({ block }) => block!;
  const own = blocks?.[name];
  if (own) return ({ row }) => blockOf(Number(valueAt(column, row)), own);
  return isText(column) ? ({ row }) => column.codes[row] : ({ row }) => Number(valueAt(column, row));
}

function blockOf(value: number, { from, width, blocks }: Blocks): number {
  if (value === NONE) return NONE;
  return Math.min(blocks - 1, Math.max(0, Math.floor((value - from) / width)));
}

/** In the order of their keys; without keys all rows are one group, also where there are none. */
function groupsOf(pieces: readonly Piece[], keys: readonly ((piece: Piece) => number)[]): Group[] {
  if (keys.length === 0) return [{ keys: [], pieces }];
  const groups = new Map<string, { keys: number[]; pieces: Piece[] }>();
  for (const piece of pieces) {
    const own = keys.map((key) => key(piece));
    const group = groups.get(own.join()) ?? { keys: own, pieces: [] };
    group.pieces.push(piece);
    groups.set(own.join(), group);
  }
  return [...groups.values()].sort((a, b) => {
    const at = a.keys.findIndex((key, index) => key !== b.keys[index]);
    return at < 0 ? 0 : a.keys[at] - b.keys[at];
  });
}

/** The group with most of those that differ in one key alone, with the pieces of all of them. */
function foremostOf(table: Frame, groups: readonly Group[], query: SumQuery): Group[] {
  const at = query.by.indexOf(query.foremost!);
  const rest = ({ keys }: Group) => keys.filter((_, index) => index !== at).join();
  const amount = (group: Group) => sumOf(table, query.sums[0], group, query);
  return [...new Set(groups.map(rest))].map((key) => {
    const alike = groups.filter((group) => rest(group) === key);
    const best = alike.reduce((a, b) => (amount(b) > amount(a) ? b : a));
    return { keys: best.keys, pieces: alike.flatMap(({ pieces }) => pieces), foremost: amount(best) };
  });
}

/** Groups with equal sums stay in the order of their keys. */
function largestOf(table: Frame, groups: readonly Group[], query: SumQuery): readonly Group[] {
  const { largest } = query;
  if (!largest) return groups;
  const amount = (group: Group) => sumOf(table, largest.by, group, query);
  return groups.toSorted((a, b) => amount(b) - amount(a)).slice(0, largest.groups);
}

function sumOf(table: Frame, name: string, { pieces }: Group, { within }: SumQuery): number {
  const range = within?.[name];
  return pieces.reduce((sum, { row, time }) => {
    if (name === 'rows') return sum + 1;
    if (name === 'lasting') return sum + time!;
    const value = Number(valueAt(table.columns[name], row));
    if (value === NONE) return sum;
    return sum + (range ? Math.max(0, Math.min(value, range[1]) - range[0]) : value);
  }, 0);
}

function columnOf(table: Frame, name: string, { blocks }: SumQuery, keys: readonly number[]): AnyColumn {
  const column = table.columns[name];
  if (isText(column)) return { codes: Int32Array.from(keys), dictionary: column.dictionary };
  return blocks?.[name] || column instanceof Int32Array ? Int32Array.from(keys) : Float64Array.from(keys);
}

import {
  type Batch,
  batchFromRows,
  type Filter,
  type Frame,
  isSumQuery,
  NONE,
  type TableName,
  type TableSchema,
  type Tables,
  tableSchema,
  takeRows,
  valueAt,
} from '@weft/model';
import {
  type Analysis,
  type InputQuery,
  type InputsOf,
  type Queries,
  type ResultOf,
  type ResultSchemas,
  readNeeds,
} from '../../src/index.ts';
import { sumSlowly } from './sum-slowly.ts';

export type SmallTables = { readonly [N in TableName]?: Batch<Tables[N]> };

/** Runs an analysis over small tables as the server does: it gets the columns and rows that it asks for. */
export async function runAnalysis<P, I, Q extends Queries, R extends ResultSchemas>(
  analysis: Analysis<P, I, Q, R>,
  tables: SmallTables,
  params: NoInfer<I>,
): Promise<ResultOf<R>> {
  const choice = analysis.params.parse(params);
  const inputs = await readNeeds(
    (known) => analysis.needs(choice, known),
    async (query) => answerQuery(query, tables),
  );
  return analysis.run(inputs as InputsOf<Q>, choice, {});
}

export function inputsOf<Q extends Queries>(queries: Q, tables: SmallTables): InputsOf<Q> {
  const inputs: Record<string, Frame> = {};
  for (const [name, query] of Object.entries(queries)) if (query) inputs[name] = answerQuery(query, tables);
  return inputs as InputsOf<Q>;
}

const empty = new Map<TableName, Frame>();
const answers = new WeakMap<Frame, Map<string, Frame>>();

/** The same frame for the same question: analyses keep what they found under it. */
function answerQuery(query: InputQuery, tables: SmallTables): Frame {
  const table: Frame = tables[query.table] ?? emptyTable(query.table);
  const known = answers.get(table) ?? new Map<string, Frame>();
  answers.set(table, known);
  const key = JSON.stringify(query);
  const answer = known.get(key) ?? selectRows(table, query);
  known.set(key, answer);
  return answer;
}

function emptyTable(name: TableName): Frame {
  const table = empty.get(name) ?? batchFromRows(tableSchema(name), []);
  empty.set(name, table);
  return table;
}

function selectRows(table: Frame, query: InputQuery): Frame {
  const rows = matchingRows(table, query);
  if (isSumQuery(query)) return sumSlowly(table, rows, query);
  const { columns, orderBy = [], descending = false, limit } = query;
  const isDown = (name: string) => (Array.isArray(descending) ? descending.includes(name) : descending);
  const order = (a: number, b: number): number => {
    for (const name of orderBy) {
      const by = Number(valueAt(table.columns[name], a)) - Number(valueAt(table.columns[name], b));
      if (by !== 0) return isDown(name) ? -by : by;
    }
    return a - b;
  };
  const chosen = (orderBy.length > 0 ? rows.sort(order) : rows).slice(0, limit);
  const kept = takeRows(table, Int32Array.from(chosen));
  return { rows: kept.rows, columns: Object.fromEntries(columns.map((name) => [name, kept.columns[name]])) };
}

function matchingRows({ rows, columns }: Frame, { table, where = [], middle }: InputQuery): number[] {
  const schema = tableSchema(table);
  const firstKnown = (names: readonly string[], row: number) =>
    names.map((name) => Number(valueAt(columns[name], row))).find((time) => time !== NONE) ?? Number.NaN;
  return Array.from({ length: rows }, (_, row) => row).filter((row) => {
    if (middle) {
      const { first, second, from, to } = middle;
      const time = (firstKnown([...first, ...second], row) + firstKnown([...second, ...first], row)) / 2;
      if (!(time >= from && time < to)) return false;
    }
    return where.every((filter) => passes(columns, row, filter, schema));
  });
}

/** None is in no range and no list. */
function passes(columns: Frame['columns'], row: number, filter: Filter, schema: TableSchema): boolean {
  if ('or' in filter && filter.or) {
    const { or, ...own } = filter;
    return [filter.column, or].some((column) => passes(columns, row, { ...own, column }, schema));
  }
  const value = valueAt(columns[filter.column], row);
  if (value === null || (value === NONE && schema.columns[filter.column].optional)) return false;
  if (filter.op === 'known') return true;
  if (filter.op === 'in') return filter.values.some((wanted) => wanted === value);
  if (filter.op === 'matches') return new RegExp(filter.pattern, 'i').test(String(value));
  return typeof value === 'number' && value >= filter.from && value < filter.to;
}

import {
  type Batch,
  batchFromRows,
  type ColumnQuery,
  type Frame,
  type TableName,
  type Tables,
  tableSchema,
  takeRows,
  valueAt,
} from '@weft/model';
import type { Analysis, InputsOf, Queries, ResultOf, ResultSchemas } from '../../src/index.ts';

export type SmallTables = { readonly [N in TableName]?: Batch<Tables[N]> };

/** Runs an analysis over small tables as the server does: it gets the columns and rows that it asks for. */
export async function runAnalysis<P, I, Q extends Queries, R extends ResultSchemas>(
  analysis: Analysis<P, I, Q, R>,
  tables: SmallTables,
  params: NoInfer<I>,
): Promise<ResultOf<R>> {
  const choice = analysis.params.parse(params);
  return analysis.run(inputsOf(analysis.needs(choice), tables), choice, {});
}

export function inputsOf<Q extends Queries>(queries: Q, tables: SmallTables): InputsOf<Q> {
  const inputs: Record<string, Frame> = {};
  for (const [name, query] of Object.entries(queries)) if (query) inputs[name] = answerQuery(query, tables);
  return inputs as InputsOf<Q>;
}

const empty = new Map<TableName, Frame>();
const answers = new WeakMap<Frame, Map<string, Frame>>();

/** The same frame for the same question: analyses keep what they found under it. */
function answerQuery(query: ColumnQuery, tables: SmallTables): Frame {
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

function selectRows(table: Frame, query: ColumnQuery): Frame {
  const { columns, where = [], orderBy = [], descending = false, limit } = query;
  const found = Array.from({ length: table.rows }, (_, row) => row).filter((row) =>
    where.every((filter) => {
      const value = valueAt(table.columns[filter.column], row);
      if (filter.op === 'in') return filter.values.some((wanted) => wanted === value);
      if (filter.op === 'matches') return new RegExp(filter.pattern, 'i').test(String(value));
      return typeof value === 'number' && value >= filter.from && value < filter.to;
    }),
  );
  const order = (a: number, b: number): number => {
    for (const name of orderBy) {
      const by = Number(valueAt(table.columns[name], a)) - Number(valueAt(table.columns[name], b));
      if (by !== 0) return descending ? -by : by;
    }
    return a - b;
  };
  const rows = (orderBy.length > 0 ? found.sort(order) : found).slice(0, limit);
  const kept = takeRows(table, Int32Array.from(rows));
  return { rows: kept.rows, columns: Object.fromEntries(columns.map((name) => [name, kept.columns[name]])) };
}

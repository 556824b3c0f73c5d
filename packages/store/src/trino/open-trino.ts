import type { AnyQuery, Frame, Manifest, SumQuery, TableName } from '@weft/model';
import type { Engine, FrameOptions } from '../engine.ts';
import { answerColumns, querySql } from '../query-sql.ts';
import type { SqlFrame, SqlOptions } from '../store-api.ts';
import { registerDataset } from './register-dataset.ts';
import { runTrinoSql } from './run-trino-sql.ts';
import { parseTrinoAddress, type TrinoAddress } from './trino-address.ts';
import { askRows, runStatement } from './trino-client.ts';
import { trinoDialect } from './trino-dialect.ts';
import { TrinoFrameBuilder } from './trino-frame.ts';

/** A worker that dies takes its query with it; Trino then begins it again. */
const READING = { retry_policy: 'QUERY' };

/** A Trino elsewhere, with the tables of a dataset. */
export async function openTrino(text: string, path: string, manifest: Manifest): Promise<Engine> {
  const address = parseTrinoAddress(text);
  return new TrinoEngine(address, await registerDataset(address, path, manifest));
}

class TrinoEngine implements Engine {
  private readonly address: TrinoAddress;
  private readonly schema: string;
  private readonly texts = new Map<string, Promise<string[]>>();

  constructor(address: TrinoAddress, schema: string) {
    this.address = address;
    this.schema = schema;
  }

  async *frames(query: AnyQuery, { rows, signal, onBytes }: FrameOptions): AsyncGenerator<Frame> {
    const builder = await this.frameBuilder(query);
    const { schema } = this;
    let isFirst = true;
    const sql = querySql(query, trinoDialect);
    for await (const { data = [] } of runStatement(this.address, sql, { schema, signal, session: READING })) {
      builder.add(data);
      if (onBytes) await onBytes(builder.bytes);
      if (builder.rows < rows) continue;
      isFirst = false;
      yield builder.take();
    }
    if (isFirst || builder.rows > 0) yield builder.take();
  }

  sql(text: string, options: SqlOptions): Promise<SqlFrame> {
    return runTrinoSql(this.address, this.schema, text, options);
  }

  async close(): Promise<void> {
    this.texts.clear();
  }

  private async frameBuilder(query: AnyQuery): Promise<TrinoFrameBuilder> {
    const columns = answerColumns(query);
    const dictionaries = new Map<string, readonly string[]>();
    for (const { name, schema } of columns) {
      if (schema.kind === 'text' && !schema.distinct)
        dictionaries.set(name, await this.textsOf(query.table, name));
    }
    return new TrinoFrameBuilder(columns, dictionaries);
  }

  /** All texts of a column in order, so that codes are those of any other engine. */
  private textsOf(table: TableName, column: string): Promise<string[]> {
    const key = `${table}.${column}`;
    const known = this.texts.get(key);
    if (known) return known;
    const query: SumQuery = { table, by: [column], sums: [] };
    const texts = askRows(this.address, querySql(query, trinoDialect), { schema: this.schema }).then((rows) =>
      rows.flatMap(([text]) => (text === null ? [] : [String(text)])),
    );
    this.texts.set(key, texts);
    texts.catch(() => this.texts.delete(key));
    return texts;
  }
}

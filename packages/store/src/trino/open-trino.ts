import type { AnyQuery, Frame, Manifest, SumQuery, TableName } from '@weft/model';
import { ColumnTexts } from '../column-texts.ts';
import type { Engine, FrameOptions } from '../engine.ts';
import { gatherFrames } from '../gather-frames.ts';
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
  readonly isRemote = true;
  private readonly address: TrinoAddress;
  private readonly schema: string;
  private readonly texts = new ColumnTexts((table, column) => this.textsOf(table, column));

  constructor(address: TrinoAddress, schema: string) {
    this.address = address;
    this.schema = schema;
  }

  async *frames(query: AnyQuery, options: FrameOptions): AsyncGenerator<Frame> {
    const columns = answerColumns(query);
    const texts = await this.texts.dictionaries(query.table, columns);
    const answers = this.answers(querySql(query, trinoDialect), options.signal);
    yield* gatherFrames(answers, new TrinoFrameBuilder(columns, texts), options);
  }

  sql(text: string, options: SqlOptions): Promise<SqlFrame> {
    return runTrinoSql(this.address, this.schema, text, options);
  }

  async close(): Promise<void> {}

  private async *answers(sql: string, signal: AbortSignal | undefined) {
    const { address, schema } = this;
    for await (const { data = [] } of runStatement(address, sql, { schema, signal, session: READING }))
      yield data;
  }

  /** All texts of a column in order, so that codes are those of any other engine. */
  private async textsOf(table: TableName, column: string): Promise<string[]> {
    const query: SumQuery = { table, by: [column], sums: [] };
    const rows = await askRows(this.address, querySql(query, trinoDialect), { schema: this.schema });
    return rows.flatMap(([text]) => (text === null ? [] : [String(text)]));
  }
}

import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import type { AnyQuery, Frame, Manifest, TableName } from '@weft/model';
import type { Engine, FrameOptions } from '../engine.ts';
import { cancelled } from '../engine-error.ts';
import { answerColumns, querySql } from '../query-sql.ts';
import type { OpenOptions, SqlFrame, SqlOptions } from '../store-api.ts';
import { withConnection } from './create-duckdb.ts';
import { createDatasetTables, createSqlViews, createTextType } from './dataset-tables.ts';
import { duckdbDialect } from './duckdb-dialect.ts';
import { FrameBuilder } from './frame-builder.ts';
import { resultChunks } from './result-chunks.ts';

/** DuckDB in this process, with the tables of a dataset. */
export async function openDuckdb(path: string, manifest: Manifest, options: OpenOptions): Promise<Engine> {
  const folder = options.inWorkingFolder ? '' : path;
  return new DuckdbEngine(await createDatasetTables(folder, manifest, options), path, manifest);
}

class DuckdbEngine implements Engine {
  private readonly instance: DuckDBInstance;
  private readonly path: string;
  private readonly manifest: Manifest;
  /** Only SQL of users needs them. */
  private views: Promise<void> | null = null;
  private readonly textTypes = new Map<string, Promise<string[]>>();

  constructor(instance: DuckDBInstance, path: string, manifest: Manifest) {
    this.instance = instance;
    this.path = path;
    this.manifest = manifest;
  }

  async *frames(query: AnyQuery, { rows, signal, onBytes }: FrameOptions): AsyncGenerator<Frame> {
    if (signal?.aborted) throw cancelled();
    const connection = await this.instance.connect();
    const interrupt = () => connection.interrupt();
    signal?.addEventListener('abort', interrupt, { once: true });
    try {
      const builder = await this.frameBuilder(query);
      let isFirst = true;
      for await (const chunk of chunksOf(connection, querySql(query, duckdbDialect))) {
        if (signal?.aborted) throw cancelled();
        builder.add(chunk);
        if (onBytes) await onBytes(builder.bytes);
        if (builder.rows < rows) continue;
        isFirst = false;
        yield builder.take();
      }
      if (isFirst || builder.rows > 0) yield builder.take();
    } catch (error) {
      throw signal?.aborted ? cancelled() : error;
    } finally {
      signal?.removeEventListener('abort', interrupt);
      connection.closeSync();
    }
  }

  async sql(text: string, options: SqlOptions): Promise<SqlFrame> {
    this.views ??= createSqlViews(this.instance, this.manifest);
    await this.views;
    const { runSql } = await import('./run-sql.ts');
    return runSql(this.instance, this.path, text, options);
  }

  async close(): Promise<void> {
    this.instance.closeSync();
  }

  private async frameBuilder(query: AnyQuery): Promise<FrameBuilder> {
    const columns = answerColumns(query);
    const dictionaries = new Map<string, readonly string[]>();
    for (const { name, schema } of columns) {
      if (schema.kind === 'text' && !schema.distinct)
        dictionaries.set(name, await this.textType(query.table, name));
    }
    return new FrameBuilder(columns, dictionaries);
  }

  private textType(table: TableName, column: string): Promise<string[]> {
    const key = `${table}.${column}`;
    let type = this.textTypes.get(key);
    if (!type) {
      type = withConnection(this.instance, undefined, (connection) =>
        createTextType(connection, table, column),
      );
      this.textTypes.set(key, type);
      type.catch(() => this.textTypes.delete(key));
    }
    return type;
  }
}

async function* chunksOf(connection: DuckDBConnection, sql: string) {
  yield* resultChunks(await connection.stream(sql));
}

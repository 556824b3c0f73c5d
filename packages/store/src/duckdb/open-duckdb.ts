import type { DuckDBInstance } from '@duckdb/node-api';
import type { AnyQuery, Frame, Manifest } from '@weft/model';
import { ColumnTexts } from '../column-texts.ts';
import type { Engine, FrameOptions } from '../engine.ts';
import { cancelled } from '../engine-error.ts';
import { gatherFrames } from '../gather-frames.ts';
import { answerColumns, querySql } from '../query-sql.ts';
import type { OpenOptions, SqlFrame, SqlOptions } from '../store-api.ts';
import { openConnection, withConnection } from './create-duckdb.ts';
import { createDatasetTables, createSqlViews, createTextType } from './dataset-tables.ts';
import { duckdbDialect } from './duckdb-dialect.ts';
import { DuckdbFrameBuilder } from './duckdb-frame.ts';
import { resultChunks } from './result-chunks.ts';

/** DuckDB in this process, with the tables of a dataset. */
export async function openDuckdb(path: string, manifest: Manifest, options: OpenOptions): Promise<Engine> {
  const folder = options.inWorkingFolder ? '' : path;
  return new DuckdbEngine(await createDatasetTables(folder, manifest, options), path, manifest);
}

class DuckdbEngine implements Engine {
  readonly isRemote = false;
  private readonly instance: DuckDBInstance;
  private readonly path: string;
  private readonly manifest: Manifest;
  /** Only SQL of users needs them. */
  private views: Promise<void> | null = null;
  private readonly texts = new ColumnTexts((table, column) =>
    withConnection(this.instance, undefined, (connection) => createTextType(connection, table, column)),
  );

  constructor(instance: DuckDBInstance, path: string, manifest: Manifest) {
    this.instance = instance;
    this.path = path;
    this.manifest = manifest;
  }

  async *frames(query: AnyQuery, options: FrameOptions): AsyncGenerator<Frame> {
    const { signal } = options;
    const { connection, close } = await openConnection(this.instance, signal);
    try {
      const columns = answerColumns(query);
      const texts = await this.texts.dictionaries(query.table, columns);
      if (signal?.aborted) throw cancelled();
      const result = await connection.stream(querySql(query, duckdbDialect));
      const builder = new DuckdbFrameBuilder(columns, texts, options.passing);
      yield* gatherFrames(resultChunks(result, signal), builder, options);
    } catch (error) {
      throw signal?.aborted ? cancelled() : error;
    } finally {
      close();
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
}

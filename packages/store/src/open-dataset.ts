import { resolve } from 'node:path';
import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import {
  type Batch,
  type Cube,
  createNetwork,
  type Frame,
  type FrameOf,
  frameWith,
  type Manifest,
  type Network,
  type TableName,
  type TableQuery,
  type Tables,
  tables,
  utilisationMetric,
} from '@weft/model';
import { readActivity } from './activity.ts';
import { buildCube } from './build-cube.ts';
import { buildUtilisation } from './build-utilisation.ts';
import { checkDataset } from './check-dataset.ts';
import { checkIds } from './check-ids.ts';
import { createDatasetEngine, createSqlViews, createTextType } from './dataset-engine.ts';
import { withConnection } from './engine.ts';
import { cancelled, damagedTable } from './engine-error.ts';
import { FrameBuilder } from './frame-builder.ts';
import { queryColumns, querySql } from './query-sql.ts';
import { resultChunks } from './result-chunks.ts';

import type { CubeOptions, Dataset, OnBytes, OpenOptions, SqlOptions } from './store-api.ts';

/** Rows of a streamed frame, about. */
const FRAME_ROWS = 64 * 1024;

export async function openDataset(path: string, options: OpenOptions = {}): Promise<Dataset> {
  const folder = resolve(path);
  const manifest = await checkDataset(folder);
  return new OpenedDataset(folder, manifest, options);
}

class OpenedDataset implements Dataset {
  readonly path: string;
  readonly manifest: Manifest;
  private readonly options: OpenOptions;
  private engine: Promise<DuckDBInstance> | null = null;
  /** Only SQL of users needs them. */
  private views: Promise<void> | null = null;
  private readonly textTypes = new Map<string, Promise<string[]>>();
  private readonly checkedIds = new Map<TableName, Promise<void>>();

  constructor(path: string, manifest: Manifest, options: OpenOptions) {
    this.path = path;
    this.manifest = manifest;
    this.options = options;
  }

  read<Q extends TableQuery>(query: Q, signal?: AbortSignal, onBytes?: OnBytes): Promise<FrameOf<Q>> {
    return this.connected(signal, query.table, async (connection) => {
      await this.idsOf(query.table);
      const builder = await this.frameBuilder(query);
      const result = await connection.stream(querySql(query));
      for await (const chunk of resultChunks(result)) {
        builder.add(chunk);
        if (onBytes) await onBytes(builder.bytes);
      }
      return builder.take();
    });
  }

  async *stream<Q extends TableQuery>(query: Q, signal?: AbortSignal): AsyncIterable<FrameOf<Q>> {
    if (signal?.aborted) throw cancelled();
    const connection = await (await this.openEngine()).connect();
    const interrupt = () => connection.interrupt();
    signal?.addEventListener('abort', interrupt, { once: true });
    try {
      await this.idsOf(query.table);
      const builder = await this.frameBuilder(query);
      const result = await connection.stream(querySql(query));
      for await (const chunk of resultChunks(result)) {
        if (signal?.aborted) throw cancelled();
        builder.add(chunk);
        if (builder.rows >= FRAME_ROWS) yield builder.take();
      }
      if (builder.rows > 0) yield builder.take();
    } catch (error) {
      throw signal?.aborted ? cancelled() : damagedTable(error, this.path, query.table);
    } finally {
      signal?.removeEventListener('abort', interrupt);
      connection.closeSync();
    }
  }

  async readTable<N extends TableName>(table: N): Promise<Batch<Tables[N]>> {
    return frameWith<Tables[N]>(tables[table], await this.read({ table }));
  }

  async network(): Promise<Network | null> {
    if (!this.manifest.tables.vertices?.rows) return null;
    const [vertices, links] = await Promise.all([this.readTable('vertices'), this.readTable('links')]);
    return createNetwork(vertices.columns, links.columns);
  }

  cube(metric: string, options: CubeOptions = {}): Promise<Cube> {
    return this.connected(options.signal, 'counters', async (connection) => {
      await this.idsOf('counters');
      const derived =
        metric === utilisationMetric.name && !this.manifest.metrics.some(({ name }) => name === metric);
      return derived
        ? buildUtilisation(connection, this.manifest, options)
        : buildCube(connection, this.manifest, metric, options);
    });
  }

  activity(bins: number): Promise<Float64Array | null> {
    return this.connected(undefined, 'counters', (connection) =>
      readActivity(connection, this.manifest, bins),
    );
  }

  async sql(text: string, options: SqlOptions = {}): Promise<Frame> {
    const engine = await this.openEngine();
    this.views ??= createSqlViews(engine, this.manifest);
    await this.views;
    const { runSql } = await import('./run-sql.ts');
    return runSql(engine, this.path, text, options);
  }

  async close(): Promise<void> {
    const engine = await this.engine?.catch(() => null);
    this.engine = null;
    this.views = null;
    this.textTypes.clear();
    this.checkedIds.clear();
    engine?.closeSync();
  }

  private openEngine(): Promise<DuckDBInstance> {
    const folder = this.options.inWorkingFolder ? '' : this.path;
    this.engine ??= createDatasetEngine(folder, this.manifest, this.options);
    return this.engine;
  }

  private async connected<R>(
    signal: AbortSignal | undefined,
    table: TableName,
    work: (connection: DuckDBConnection) => Promise<R>,
  ): Promise<R> {
    const engine = await this.openEngine();
    try {
      return await withConnection(engine, signal, work);
    } catch (error) {
      throw damagedTable(error, this.path, table);
    }
  }

  private async frameBuilder<Q extends TableQuery>(query: Q): Promise<FrameBuilder<Q>> {
    const columns = queryColumns(query);
    const dictionaries = new Map<string, readonly string[]>();
    for (const { name, schema } of columns) {
      if (schema.kind === 'text' && !schema.distinct)
        dictionaries.set(name, await this.textType(query.table, name));
    }
    return new FrameBuilder<Q>(columns, dictionaries);
  }

  /** Done once for a table, before its first rows are read. */
  private idsOf(table: TableName): Promise<void> {
    let checked = this.checkedIds.get(table);
    if (!checked) {
      checked = this.openEngine().then((engine) =>
        withConnection(engine, undefined, (connection) =>
          checkIds(connection, this.manifest, table, this.path),
        ),
      );
      this.checkedIds.set(table, checked);
      checked.catch(() => this.checkedIds.delete(table));
    }
    return checked;
  }

  private textType(table: TableName, column: string): Promise<string[]> {
    const key = `${table}.${column}`;
    let type = this.textTypes.get(key);
    if (!type) {
      type = this.openEngine().then((engine) =>
        withConnection(engine, undefined, (connection) => createTextType(connection, table, column)),
      );
      this.textTypes.set(key, type);
      type.catch(() => this.textTypes.delete(key));
    }
    return type;
  }
}

import { resolve } from 'node:path';
import {
  type AnyQuery,
  type Batch,
  type Cube,
  createNetwork,
  type FrameOf,
  frameWith,
  type Manifest,
  type Network,
  type TableName,
  type Tables,
  tables,
  utilisationMetric,
} from '@weft/model';
import { readActivity } from './activity.ts';
import { buildCube } from './build-cube.ts';
import { buildUtilisation } from './build-utilisation.ts';
import { checkDataset } from './check-dataset.ts';
import { checkIds } from './check-ids.ts';
import type { Engine } from './engine.ts';
import { damagedTable, isEngineLost } from './engine-error.ts';
import { openEngine } from './open-engine.ts';
import { readWhole } from './read-whole.ts';
import type { CubeOptions, Dataset, OnBytes, OpenOptions, SqlFrame, SqlOptions } from './store-api.ts';

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
  readonly engine?: string;
  private readonly options: OpenOptions;
  private opened: Promise<Engine> | null = null;
  private readonly lost = new WeakSet<Engine>();
  private readonly checkedIds = new Map<TableName, Promise<void>>();

  constructor(path: string, manifest: Manifest, options: OpenOptions) {
    this.path = path;
    this.manifest = manifest;
    this.engine = options.engine;
    this.options = options;
  }

  read<Q extends AnyQuery>(query: Q, signal?: AbortSignal, onBytes?: OnBytes): Promise<FrameOf<Q>> {
    return this.asked(query.table, async (engine) => {
      await this.idsOf(query.table);
      return (await readWhole(engine, query, { signal, onBytes })) as FrameOf<Q>;
    });
  }

  async *stream<Q extends AnyQuery>(query: Q, signal?: AbortSignal): AsyncIterable<FrameOf<Q>> {
    const engine = await this.openEngine();
    try {
      await this.idsOf(query.table);
      for await (const frame of engine.frames(query, { rows: FRAME_ROWS, signal })) {
        if (frame.rows > 0) yield frame as FrameOf<Q>;
      }
    } catch (error) {
      this.renewAfter(error, engine);
      throw damagedTable(error, this.path, query.table);
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
    return this.asked('counters', async (engine) => {
      await this.idsOf('counters');
      const derived =
        metric === utilisationMetric.name && !this.manifest.metrics.some(({ name }) => name === metric);
      return derived
        ? buildUtilisation(engine, this.manifest, options)
        : buildCube(engine, this.manifest, metric, options);
    });
  }

  activity(bins: number): Promise<Float64Array | null> {
    return this.asked('counters', (engine) => readActivity(engine, this.manifest, bins));
  }

  async sql(text: string, options: SqlOptions = {}): Promise<SqlFrame> {
    const engine = await this.openEngine();
    try {
      return await engine.sql(text, options);
    } catch (error) {
      this.renewAfter(error, engine);
      throw error;
    }
  }

  async close(): Promise<void> {
    const engine = await this.opened?.catch(() => null);
    this.opened = null;
    this.checkedIds.clear();
    await engine?.close();
  }

  private openEngine(): Promise<Engine> {
    this.opened ??= openEngine(this.path, this.manifest, this.options);
    this.opened.catch(() => {
      this.opened = null;
    });
    return this.opened;
  }

  private async asked<R>(table: TableName, work: (engine: Engine) => Promise<R>): Promise<R> {
    const engine = await this.openEngine();
    try {
      return await work(engine);
    } catch (error) {
      this.renewAfter(error, engine);
      throw damagedTable(error, this.path, table);
    }
  }

  /** The next question goes to a new engine where this one answers no more. */
  private renewAfter(error: unknown, engine: Engine): void {
    if (!isEngineLost(error) || this.lost.has(engine)) return;
    this.lost.add(engine);
    this.opened = null;
    this.checkedIds.clear();
    engine.close().catch(() => {});
  }

  /** Done once for a table, before its first rows are read. */
  private idsOf(table: TableName): Promise<void> {
    let checked = this.checkedIds.get(table);
    if (!checked) {
      checked = this.openEngine().then((engine) => checkIds(engine, this.manifest, table, this.path));
      this.checkedIds.set(table, checked);
      checked.catch(() => this.checkedIds.delete(table));
    }
    return checked;
  }
}

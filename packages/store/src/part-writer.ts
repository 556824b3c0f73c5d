import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { type Batch, checkBatch, type TableName, type Tables, tableSchema } from '@weft/model';
import { copyPart } from './copy-part.ts';
import { syncFile } from './durable-files.ts';
import { createEngine } from './engine.ts';
import { engineError } from './engine-error.ts';
import { PartBuffer } from './part-buffer.ts';
import { type PartEntry, writePartList } from './part-list.ts';
import type { OpenOptions, PartWriter } from './store-api.ts';

/** Rows of one Parquet file, four row groups: two buffers of messages take about 100 MB. */
const PART_ROWS = 512 * 1024;

export interface PartWriterOptions extends OpenOptions {
  /** Distinguishes this writer's files from those of others on the same staging folder. */
  readonly part?: string;
}

export async function createPartWriter(
  staging: string,
  options: PartWriterOptions = {},
): Promise<PartWriter> {
  const engine = await createEngine(options);
  const filling = await engine.connect();
  const copying = await engine.connect();
  // The product with the dictionaries must keep the rows in order, so its sides may not be swapped.
  await copying.run("SET disabled_optimizers = 'join_order,build_side_probe_side'");
  return new StagedParts(staging, options.part ?? 'part', engine, filling, copying);
}

/** One buffer per table is filled while at most one full one is being copied. */
class StagedParts implements PartWriter {
  private readonly staging: string;
  private readonly part: string;
  private readonly engine: DuckDBInstance;
  private readonly filling: DuckDBConnection;
  private readonly copying: DuckDBConnection;
  private readonly buffers = new Map<TableName, PartBuffer>();
  private readonly numbers = new Map<TableName, number>();
  private readonly entries: PartEntry[] = [];
  private copy: Promise<void> = Promise.resolve();
  private readonly syncs: Promise<void>[] = [];
  private failure: unknown = null;
  private closed = false;
  /** Calls of `write` wait for each other, so that one need not be awaited before the next. */
  private turn: Promise<void> = Promise.resolve();

  constructor(
    staging: string,
    part: string,
    engine: DuckDBInstance,
    filling: DuckDBConnection,
    copying: DuckDBConnection,
  ) {
    this.staging = staging;
    this.part = part;
    this.engine = engine;
    this.filling = filling;
    this.copying = copying;
  }

  write<N extends TableName>(table: N, batch: Batch<Tables[N]>): Promise<void> {
    const turn = this.turn.then(() => this.writeBatch(table, batch as Batch));
    this.turn = turn.catch(() => {});
    return turn;
  }

  async finish(): Promise<void> {
    await this.turn;
    for (const table of this.buffers.keys()) await this.startCopy(table);
    await this.copy;
    await Promise.all(this.syncs);
    this.throwFailure();
    this.close();
    await writePartList(this.staging, this.part, this.entries);
  }

  async abort(): Promise<void> {
    if (this.closed) return;
    this.failure ??= engineError('the writer was closed');
    await this.turn;
    this.copying.interrupt();
    await this.copy;
    await Promise.all(this.syncs);
    this.close();
  }

  private async writeBatch(table: TableName, batch: Batch): Promise<void> {
    this.throwFailure();
    checkBatch(tableSchema(table), batch);
    for (let at = 0; at < batch.rows; ) {
      const buffer = await this.bufferOf(table);
      const end = Math.min(batch.rows, at + PART_ROWS - buffer.rows);
      buffer.append(batch, at, end);
      at = end;
      if (buffer.rows >= PART_ROWS) await this.startCopy(table);
    }
  }

  private async bufferOf(table: TableName): Promise<PartBuffer> {
    const open = this.buffers.get(table);
    if (open) return open;
    const number = this.numbers.get(table) ?? 0;
    if (number === 0) await mkdir(join(this.staging, table), { recursive: true });
    this.numbers.set(table, number + 1);
    const buffer = await PartBuffer.create(this.filling, tableSchema(table), `${table}#${number}`);
    this.buffers.set(table, buffer);
    return buffer;
  }

  /** Waits for the copy before this one, so that the memory in use stays bounded. */
  private async startCopy(table: TableName): Promise<void> {
    const buffer = this.buffers.get(table);
    if (!buffer) return;
    this.buffers.delete(table);
    buffer.close();
    await this.copy;
    this.throwFailure();
    const number = String((this.numbers.get(table) ?? 1) - 1).padStart(6, '0');
    const path = `${table}/${this.part}-${number}.parquet`;
    this.copy = this.guard(path, copyPart(this.copying, buffer, join(this.staging, path)));
    this.syncs.push(
      this.guard(
        path,
        this.copy.then(() => this.sync(table, path, buffer.rows)),
      ),
    );
  }

  /** The disk works on one part while the engine makes the next. */
  private async sync(table: TableName, path: string, rows: number): Promise<void> {
    if (this.failure) return;
    this.entries.push({ table, path, rows, bytes: await syncFile(join(this.staging, path)) });
  }

  /** Keeps the first failure for the next call of the writer. */
  private guard(path: string, work: Promise<void>): Promise<void> {
    return work.catch((error: unknown) => {
      this.failure ??= engineError(error, { file: path });
    });
  }

  private throwFailure(): void {
    if (this.failure) throw this.failure;
  }

  private close(): void {
    if (this.closed) return;
    this.closed = true;
    this.copying.closeSync();
    this.filling.closeSync();
    this.engine.closeSync();
  }
}

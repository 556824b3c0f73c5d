import { join } from 'node:path';
import {
  type Batch,
  checkBatch,
  isBatchOf,
  NONE,
  type TableName,
  type TableSink,
  type Tables,
  tableSchema,
} from '@weft/model';
import { CounterSums } from './counter-sums.ts';
import { makeFolder } from './durable-files.ts';
import { fileError } from './file-error.ts';
import { MessageSums } from './message-sums.ts';
import { ChunkEncoder } from './parquet/column-chunk.ts';
import { ParquetFileWriter } from './parquet/file-writer.ts';
import { type PartEntry, writePartList } from './part-list.ts';
import type { RowBuffer } from './row-buffer.ts';
import { createRowGroups, ROW_GROUP_ROWS, type RowGroups } from './row-groups.ts';
import { SpanSums } from './span-sums.ts';
import { type TimedLimits, TimedRowGroups } from './timed-row-groups.ts';
import { weftVersion } from './version.ts';

/**
 * Tables that can have very many rows, the column by whose times they are asked for, and as many slots of time as memory
 * has room for: about 100 MB for spans and 40 MB for messages in each thread.
 */
const timedTables: Partial<Record<TableName, { readonly time: string } & Omit<TimedLimits, 'together'>>> = {
  spans: { time: 'enter', slotRows: 128 * 1024, mostSlots: 20 },
  messages: { time: 'send_start', slotRows: 64 * 1024, mostSlots: 10 },
};
/** One part goes to the disk for good while the next one is filled. */
const PART_ROWS = 4 * ROW_GROUP_ROWS;
/** So many parts have one size, the next so many twice that, up to sixteen times: large tables have no more parts than a manifest can name. */
const PARTS_OF_ONE_SIZE = 32;
const MOST_DOUBLINGS = 4;

/** Writes some parts of a dataset; several threads or processes may each have one on the same folder. */
export interface PartWriter extends TableSink {
  /** Closes the parts and lists them for the commit. */
  finish(): Promise<void>;
  abort(): Promise<void>;
}

interface PartWriterOptions {
  /** Distinguishes this writer's files from those of others on the same staging folder. */
  readonly part?: string;
  /** How many times as large as usual its parts are, where many writers share a large dataset. */
  readonly growth?: number;
  /** Sums up spans and messages for first overviews; all writers of a job do, or none. */
  readonly overview?: boolean;
  /** Sums up counters for first pictures, where they are many. */
  readonly counterSums?: boolean;
}

export async function createPartWriter(
  staging: string,
  options: PartWriterOptions = {},
): Promise<PartWriter> {
  return new StagedParts(
    staging,
    options.part ?? 'part',
    options.growth ?? 1,
    options.overview ? createOverview() : null,
    options.counterSums ? new CounterSums() : null,
  );
}

interface Overview {
  readonly spans: SpanSums;
  readonly messages: MessageSums;
}

function createOverview(): Overview {
  return { spans: new SpanSums(), messages: new MessageSums() };
}

interface OpenPart {
  readonly path: string;
  readonly file: ParquetFileWriter;
}

/** Per table some row groups in memory and at most one open file. */
class StagedParts implements PartWriter {
  private readonly staging: string;
  private readonly part: string;
  private readonly growth: number;
  private readonly overview: Overview | null;
  private readonly counterSums: CounterSums | null;
  private readonly encoder = new ChunkEncoder();
  private readonly groups = new Map<TableName, RowGroups>();
  private readonly parts = new Map<TableName, OpenPart>();
  private readonly numbers = new Map<TableName, number>();
  private readonly entries: PartEntry[] = [];
  private messages = 0;
  private unknownPeers = 0;
  /** The part before, on its way to the disk. */
  private ending: Promise<void> = Promise.resolve();
  private failure: unknown = null;
  /** Calls of `write` wait for each other, so that one need not be awaited before the next. */
  private turn: Promise<void> = Promise.resolve();

  constructor(
    staging: string,
    part: string,
    growth: number,
    overview: Overview | null,
    counterSums: CounterSums | null,
  ) {
    this.staging = staging;
    this.part = part;
    this.growth = growth;
    this.overview = overview;
    this.counterSums = counterSums;
  }

  write<N extends TableName>(table: N, batch: Batch<Tables[N]>): Promise<void> {
    const turn = this.turn.then(() => this.writeBatch(table, batch));
    this.turn = turn.catch(() => {});
    return turn;
  }

  async finish(): Promise<void> {
    await this.turn;
    this.throwFailure();
    const dropped = [...(await this.writeOverview()), ...(await this.writeCounterSums())];
    for (const [table, groups] of this.groups)
      await groups.end((buffer) => this.writeRowGroup(table, buffer));
    await this.ending;
    await Promise.all([...this.parts].map(([table, part]) => this.finishPart(table, part)));
    this.parts.clear();
    this.throwFailure();
    const { entries: parts, messages, unknownPeers } = this;
    await writePartList(this.staging, this.part, { parts, messages, unknownPeers, dropped });
  }

  /** Returns the tables that could not be made whole. */
  private async writeOverview(): Promise<TableName[]> {
    if (!this.overview) return [];
    const { spans, messages } = this.overview;
    await this.writeBatch('span_sums', spans.batch());
    await this.writeBatch('message_sums', messages.batch());
    return messages.gaveUp ? ['message_sums'] : [];
  }

  /** Sums are of all counters of the dataset or of none. */
  private async writeCounterSums(): Promise<TableName[]> {
    if (!this.groups.has('counters')) return [];
    if (!this.counterSums?.worthWriting) return ['link_sums', 'step_sums'];
    for (const batch of this.counterSums.linkBatches()) await this.writeBatch('link_sums', batch);
    for (const batch of this.counterSums.stepBatches()) await this.writeBatch('step_sums', batch);
    return [];
  }

  async abort(): Promise<void> {
    this.failure ??= fileError('the writer was closed');
    await this.turn;
    await this.ending;
    await Promise.all([...this.parts.values()].map(({ file }) => file.abandon()));
    this.parts.clear();
    this.groups.clear();
  }

  private async writeBatch(table: TableName, batch: Batch): Promise<void> {
    this.throwFailure();
    checkBatch(tableSchema(table), batch);
    if (isBatchOf('counters', table, batch)) this.counterSums?.add(batch);
    if (isBatchOf('spans', table, batch)) this.overview?.spans.add(batch);
    if (isBatchOf('messages', table, batch)) {
      this.messages += sumOf(batch.columns.count);
      this.unknownPeers += countUnknownPeers(batch);
      this.overview?.messages.add(batch);
    }
    await this.groupsOf(table).add(batch, (buffer) => this.writeRowGroup(table, buffer));
  }

  private groupsOf(table: TableName): RowGroups {
    let groups = this.groups.get(table);
    if (!groups) {
      groups = startGroups(table);
      this.groups.set(table, groups);
    }
    return groups;
  }

  private async writeRowGroup(table: TableName, buffer: RowBuffer): Promise<void> {
    await this.guard(table, this.appendTo(table, buffer));
    this.throwFailure();
    const rows = this.parts.get(table)?.file.rows ?? 0;
    if (rows >= this.growth * rowsOfPart((this.numbers.get(table) ?? 1) - 1)) await this.endPart(table);
  }

  private async appendTo(table: TableName, buffer: RowBuffer): Promise<void> {
    const { file } = this.parts.get(table) ?? (await this.startPart(table));
    await file.writeRowGroup(buffer.data(), buffer.rows);
    buffer.clear();
  }

  private async startPart(table: TableName): Promise<OpenPart> {
    const number = this.numbers.get(table) ?? 0;
    this.numbers.set(table, number + 1);
    await makeFolder(join(this.staging, table));
    const path = `${table}/${this.part}-${String(number).padStart(6, '0')}.parquet`;
    const schema = tableSchema(table);
    const createdBy = `weft version ${weftVersion}`;
    const file = await ParquetFileWriter.create(join(this.staging, path), schema, this.encoder, createdBy);
    const part = { path, file };
    this.parts.set(table, part);
    return part;
  }

  /** Waits for the part that ended before, so that what is on its way stays bounded. */
  private async endPart(table: TableName): Promise<void> {
    const part = this.parts.get(table);
    if (!part) return;
    await this.ending;
    this.throwFailure();
    this.parts.delete(table);
    this.ending = this.finishPart(table, part);
  }

  private finishPart(table: TableName, part: OpenPart): Promise<void> {
    return this.guard(part.path, this.finishFile(table, part));
  }

  private async finishFile(table: TableName, { path, file }: OpenPart): Promise<void> {
    try {
      const bytes = await file.finish();
      this.entries.push({ table, path, rows: file.rows, bytes });
    } catch (error) {
      await file.abandon();
      throw error;
    }
  }

  /** Keeps the first failure for this and all later calls of the writer. */
  private guard(file: string, work: Promise<void>): Promise<void> {
    return work.catch((error: unknown) => {
      this.failure ??= fileError(error, { file });
    });
  }

  private throwFailure(): void {
    if (this.failure) throw this.failure;
  }
}

function startGroups(table: TableName): RowGroups {
  const schema = tableSchema(table);
  const timed = timedTables[table];
  if (!timed) return createRowGroups(schema);
  return new TimedRowGroups(schema, timed.time, { ...timed, together: ROW_GROUP_ROWS });
}

function rowsOfPart(number: number): number {
  return PART_ROWS * 2 ** Math.min(MOST_DOUBLINGS, Math.floor(number / PARTS_OF_ONE_SIZE));
}

function sumOf(values: Float64Array): number {
  let sum = 0;
  for (let row = 0; row < values.length; row++) sum += values[row];
  return sum;
}

function countUnknownPeers({ rows, columns: { src, dst, count } }: Batch<Tables['messages']>): number {
  let unknown = 0;
  for (let row = 0; row < rows; row++) if (src[row] === NONE || dst[row] === NONE) unknown += count[row];
  return unknown;
}

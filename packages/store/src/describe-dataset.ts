import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type AnyColumn,
  type Diagnostic,
  type ExactCount,
  type Frame,
  type Manifest,
  type MetricInfo,
  messageTotal,
  type TableName,
  tableNames,
  valueAt,
} from '@weft/model';
import type { Dataset } from './store-api.ts';

/** What `weft info` and the server tell about a dataset, as plain data. */
export interface DatasetDescription {
  readonly path: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly created: string;
  readonly generator: string;
  readonly origin: string | null;
  readonly timeRange: readonly [number, number] | null;
  /** Nanoseconds between the two. */
  readonly duration: number | null;
  readonly interval: number | null;
  readonly tables: Readonly<Record<TableName, number>>;
  readonly ranks: number;
  readonly messages: number;
  readonly messageBytes: ExactCount;
  /** Those whose sender or receiver is not known: views of pairs of ranks leave them out. */
  readonly unknownPeers: { readonly messages: number; readonly bytes: ExactCount };
  readonly metrics: readonly MetricInfo[];
  readonly network: NetworkDescription | null;
  readonly bytesOnDisk: number;
  readonly provenance: Manifest['provenance'];
  readonly diagnostics: readonly Diagnostic[];
}

interface NetworkDescription {
  readonly family: string | null;
  readonly params: Readonly<Record<string, unknown>>;
  readonly vertices: Readonly<Record<string, number>>;
  readonly links: Readonly<Record<string, number>>;
}

/** Ranks that are placed, or that send, receive or call; each job has its own. */
const RANKS = `SELECT count(*) FROM (
  SELECT job, rank FROM ranks UNION SELECT job, src FROM messages UNION SELECT job, dst FROM messages
  UNION SELECT job, rank FROM collectives UNION SELECT job, rank FROM calls UNION SELECT job, rank FROM spans)
  WHERE rank IS NOT NULL`;

/** As digits in every dialect, since the sum may be more than 2^63. */
const BYTES = 'CAST(coalesce(sum(CAST(bytes AS DECIMAL(38, 0))), 0) AS VARCHAR) AS bytes';

const UNKNOWN_PEERS = `SELECT coalesce(sum("count"), 0) AS messages, ${BYTES} FROM messages
  WHERE src IS NULL OR dst IS NULL`;

export async function describeDataset(dataset: Dataset): Promise<DatasetDescription> {
  const { path, manifest } = dataset;
  const { name, title, description, created, generator, origin, timeRange, interval } = manifest;
  return {
    path,
    name,
    title,
    description,
    created,
    generator,
    origin,
    timeRange,
    duration: timeRange && timeRange[1] - timeRange[0],
    interval,
    tables: rowCounts(manifest),
    ranks: await oneNumber(dataset, RANKS),
    messages: messageTotal(manifest),
    messageBytes: exactCount((await dataset.sql(`SELECT ${BYTES} FROM messages`)).columns.bytes),
    unknownPeers: await unknownPeers(dataset),
    metrics: manifest.metrics,
    network: await describeNetwork(dataset),
    bytesOnDisk: await sizeOnDisk(dataset),
    provenance: manifest.provenance,
    diagnostics: manifest.diagnostics,
  };
}

function rowCounts(manifest: Manifest): Record<TableName, number> {
  const counts = tableNames.map((table) => [table, manifest.tables[table]?.rows ?? 0]);
  return Object.fromEntries(counts) as Record<TableName, number>;
}

async function describeNetwork(dataset: Dataset): Promise<NetworkDescription | null> {
  const { manifest } = dataset;
  if (!manifest.network && !manifest.tables.vertices?.rows) return null;
  return {
    family: manifest.network?.family ?? null,
    params: manifest.network?.params ?? {},
    vertices: countsBy(await dataset.sql(countSql('vertices', 'kind'))),
    links: countsBy(await dataset.sql(countSql('links', 'class'))),
  };
}

function countSql(table: TableName, column: string): string {
  return `SELECT coalesce(${column}, 'unnamed') AS name, count(*) AS n FROM ${table} GROUP BY 1 ORDER BY 1`;
}

function countsBy(frame: Frame): Record<string, number> {
  const { name, n } = frame.columns;
  return Object.fromEntries(
    Array.from({ length: frame.rows }, (_, row) => [String(valueAt(name, row)), Number(valueAt(n, row))]),
  );
}

async function unknownPeers(dataset: Dataset): Promise<DatasetDescription['unknownPeers']> {
  const { messages, bytes } = (await dataset.sql(UNKNOWN_PEERS)).columns;
  return { messages: Number(valueAt(messages, 0)), bytes: exactCount(bytes) };
}

function exactCount(column: AnyColumn): ExactCount {
  const digits = String(valueAt(column, 0));
  return Number.isSafeInteger(Number(digits)) ? Number(digits) : digits;
}

async function oneNumber(dataset: Dataset, sql: string): Promise<number> {
  const frame = await dataset.sql(sql);
  return Number(valueAt(Object.values(frame.columns)[0], 0));
}

async function sizeOnDisk({ path, manifest }: Dataset): Promise<number> {
  const parts = Object.values(manifest.tables).flatMap((table) => table?.parts ?? []);
  const { size } = await stat(join(path, 'manifest.json'));
  return parts.reduce((sum, part) => sum + part.bytes, size);
}

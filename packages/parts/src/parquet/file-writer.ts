import { type FileHandle, open } from 'node:fs/promises';
import type { TableSchema } from '@weft/model';
import type { ByteSink } from './byte-sink.ts';
import type { ChunkData, ChunkEncoder } from './column-chunk.ts';
import { footerBytes } from './footer.ts';
import { MAGIC, type RowGroupFacts } from './format.ts';

export type RowGroupData = Readonly<Record<string, ChunkData>>;

/**
 * A Parquet file written a row group at a time: the group before may still be on its way to the disk
 * while the next one is encoded. Calls must be awaited one by one.
 */
export class ParquetFileWriter {
  rows = 0;
  private readonly schema: TableSchema;
  private readonly createdBy: string;
  private readonly handle: FileHandle;
  private readonly encoder: ChunkEncoder;
  private readonly groups: RowGroupFacts[] = [];
  /** One is filled while the other is being written. */
  private filling: ByteSink;
  private writing: ByteSink;
  private write: Promise<void>;
  private bytes = MAGIC.length;

  private constructor(schema: TableSchema, handle: FileHandle, encoder: ChunkEncoder, createdBy: string) {
    this.schema = schema;
    this.handle = handle;
    this.encoder = encoder;
    this.filling = encoder.takeSink();
    this.writing = encoder.takeSink();
    this.createdBy = createdBy;
    this.write = handle.writeFile(MAGIC);
    this.write.catch(() => {});
  }

  /** The encoder may be shared by all files of a thread. */
  static async create(
    path: string,
    schema: TableSchema,
    encoder: ChunkEncoder,
    createdBy: string,
  ): Promise<ParquetFileWriter> {
    return new ParquetFileWriter(schema, await open(path, 'wx'), encoder, createdBy);
  }

  async writeRowGroup(columns: RowGroupData, rows: number): Promise<void> {
    const out = this.filling;
    out.clear();
    const chunks = Object.entries(this.schema.columns).map(([name, column]) =>
      this.encoder.encode(out, column, columns[name], rows),
    );
    this.groups.push({ rows, start: this.bytes, bytes: out.length, chunks });
    this.rows += rows;
    await this.append(out.bytes());
    this.filling = this.writing;
    this.writing = out;
  }

  /** Ends the file and waits until it is on the disk; returns its size. */
  async finish(): Promise<number> {
    await this.append(footerBytes(this.schema, this.groups, this.createdBy));
    await this.write;
    this.encoder.giveBack(this.filling, this.writing);
    await this.handle.sync();
    await this.handle.close();
    return this.bytes;
  }

  /** Gives the file up as it is. */
  async abandon(): Promise<void> {
    await this.write.catch(() => {});
    await this.handle.close().catch(() => {});
  }

  /** Waits for the write before; a failure of this one shows at the next call. */
  private async append(bytes: Uint8Array): Promise<void> {
    await this.write;
    this.bytes += bytes.length;
    this.write = this.handle.writeFile(bytes);
    this.write.catch(() => {});
  }
}

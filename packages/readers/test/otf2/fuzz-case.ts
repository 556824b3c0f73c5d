import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Batch, checkBatch, type TableName, tables, WeftError } from '@weft/model';
import { HostRegistry } from '../../src/host-registry.ts';
import { otf2Reader } from '../../src/otf2/index.ts';

/** One change to one file of an archive. */
export interface Mutation {
  readonly file: number;
  readonly kind: 'byte' | 'run' | 'cut' | 'insert' | 'remove' | 'copy';
  /** Place, as a share of the file. */
  readonly at: number;
  readonly from: number;
  readonly length: number;
  readonly value: number;
}

export const mutationKinds: readonly Mutation['kind'][] = ['byte', 'run', 'cut', 'insert', 'remove', 'copy'];
/** Values that mean something to the format: marks, record ids, size bytes. */
export const meaningfulBytes = [
  0, 1, 2, 3, 4, 5, 6, 8, 9, 10, 12, 13, 14, 15, 17, 19, 23, 66, 35, 86, 127, 128, 254, 255,
];

/** A copy of an archive whose files are damaged and restored, case by case. */
export class FuzzArchive {
  private readonly anchor: string;
  private readonly files: { readonly path: string; readonly bytes: Buffer }[];

  constructor(archive: string, folder: string) {
    cpSync(archive, folder, { recursive: true });
    const names = readdirSync(folder, { recursive: true, withFileTypes: true });
    this.files = names
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((path) => ({ path, bytes: readFileSync(path) }));
    this.anchor = this.files.find(({ path }) => path.endsWith('.otf2'))?.path as string;
  }

  /** Imports the damaged archive; throws where that ends in anything but data or a proper error. */
  async run(mutations: readonly Mutation[], keepGoing: boolean, dryRun: boolean): Promise<'data' | 'error'> {
    const touched = new Map<string, Buffer>();
    for (const mutation of mutations) {
      const { path, bytes } = this.files[mutation.file % this.files.length];
      touched.set(path, mutate(touched.get(path) ?? bytes, mutation));
    }
    for (const [path, bytes] of touched) writeFileSync(path, bytes);
    try {
      return await this.importOnce(keepGoing, dryRun);
    } finally {
      for (const { path, bytes } of this.files) if (touched.has(path)) writeFileSync(path, bytes);
    }
  }

  private async importOnce(keepGoing: boolean, dryRun: boolean): Promise<'data' | 'error'> {
    const sink = {
      write: async (table: TableName, batch: Batch) => checkBatch(tables[table], batch),
    };
    const options = {
      memory: 2e8,
      threads: 1,
      spans: true,
      job: 0,
      hosts: new HostRegistry(),
      keepGoing,
      dryRun,
    };
    try {
      const { counts } = await otf2Reader.read([this.anchor], sink, options);
      checkCounts(counts, dryRun);
      return 'data';
    } catch (error) {
      if (!(error instanceof WeftError) || error.code === 'BAD-BATCH' || error.code === 'INTERNAL')
        throw error;
      if (error.file === undefined || error.offset === undefined || error.record === undefined) throw error;
      return 'error';
    }
  }
}

function checkCounts(counts: Readonly<Record<string, number>>, dryRun: boolean): void {
  if (dryRun || counts.ranks === 0) return;
  if (counts.sends !== counts.matched + counts.unmatchedSends) {
    throw new Error(`${counts.sends} sends, ${counts.matched} matched, ${counts.unmatchedSends} not`);
  }
}

function mutate(bytes: Buffer, { kind, at, from, length, value }: Mutation): Buffer {
  const place = Math.floor(at * bytes.length);
  const source = Math.floor(from * bytes.length);
  const before = bytes.subarray(0, place);
  switch (kind) {
    case 'byte':
      return Buffer.concat([before, Uint8Array.of(value), bytes.subarray(place + 1)]);
    case 'run':
      return Buffer.concat([before, Buffer.alloc(length, value), bytes.subarray(place + length)]);
    case 'cut':
      return Buffer.from(before);
    case 'insert':
      return Buffer.concat([before, Buffer.alloc(length, value), bytes.subarray(place)]);
    case 'remove':
      return Buffer.concat([before, bytes.subarray(place + length)]);
    case 'copy':
      return Buffer.concat([before, bytes.subarray(source, source + length), bytes.subarray(place + length)]);
  }
}

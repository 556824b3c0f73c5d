import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ByteWriter } from '../../src/otf2-writing/byte-writer.ts';
import { chunkHeader, EventFileWriter } from '../../src/otf2-writing/event-file-writer.ts';

const UNDEFINED = 0xffffffff;
const DEFINITION_CHUNK = 4 << 20;

export interface ArchiveOptions {
  readonly littleEndian?: boolean;
  readonly chunkSize?: number;
  readonly ticksPerSecond?: bigint;
  readonly globalOffset?: bigint;
  readonly anchor?: {
    readonly substrate?: number;
    readonly compression?: number;
    readonly definitions?: number;
  };
}

/** Region ids that every archive made here has. */
export const region = { main: 0, send: 1, recv: 2, isend: 3, irecv: 4, wait: 5, allreduce: 6, iallreduce: 7 };
const regionNames = 'main MPI_Send MPI_Recv MPI_Isend MPI_Irecv MPI_Wait MPI_Allreduce MPI_Iallreduce'.split(
  ' ',
);

/** Writes small OTF2 archives: definitions and events record by record, without the OTF2 library. */
export class ArchiveWriter {
  readonly definitions: ByteWriter;
  private readonly options: Required<Omit<ArchiveOptions, 'anchor'>> & ArchiveOptions;
  private readonly events = new Map<bigint, EventFileWriter>();
  private readonly locals = new Map<bigint, ByteWriter>();
  private strings = 0;
  private records = 0;

  constructor(options: ArchiveOptions = {}) {
    this.options = {
      littleEndian: true,
      chunkSize: 256 * 1024,
      ticksPerSecond: 1_000_000_000n,
      globalOffset: 0n,
      ...options,
    };
    this.definitions = chunkHeader(this.options.littleEndian, 1024);
    const { ticksPerSecond, globalOffset } = this.options;
    this.define(5, (w) => w.v64(ticksPerSecond).v64(globalOffset).v64(1_000_000n));
  }

  define(id: number, fill: (fields: ByteWriter) => void): this {
    this.definitions.record(id, fill);
    this.records++;
    return this;
  }

  string(text: string): number {
    const id = this.strings++;
    this.define(10, (w) => w.v32(id).str(text));
    return id;
  }

  region(id: number, name: string, paradigm: number): this {
    const text = this.string(name);
    return this.define(15, (w) =>
      w.v32(id).v32(text).v32(text).u8(0).v32(text).v32(0).v32(0).v32(text).u8(1).u8(paradigm).v32(0),
    );
  }

  /** Processes 0 .. n-1 with one location each, the regions above, MPI_COMM_WORLD as communicator 0. */
  world(ranks: number): this {
    const node = this.string('node07');
    const kind = this.string('node');
    this.define(12, (w) => w.v32(0).v32(node).v32(kind).v32(UNDEFINED));
    regionNames.forEach((name, id) => this.region(id, name, id === 0 ? 1 : 4));
    for (let rank = 0; rank < ranks; rank++) this.process(rank).location(BigInt(rank), rank);
    const members = Array.from({ length: ranks }, (_, rank) => BigInt(rank));
    this.group(0, 4, members).group(1, 5, members);
    return this.communicator(0, 1, 'MPI_COMM_WORLD');
  }

  process(id: number): this {
    const name = this.string(`MPI Rank ${id}`);
    return this.define(13, (w) => w.v32(id).v32(name).u8(1).v32(0).v32(UNDEFINED));
  }

  location(id: bigint, group: number, events = 1): this {
    const name = this.string('thread');
    return this.define(14, (w) => w.v64(id).v32(name).u8(1).v64(events).v32(group));
  }

  group(id: number, type: number, members: readonly bigint[], flags = 0, paradigm = 4): this {
    return this.define(18, (w) => {
      w.v32(id).v32(0).u8(0).v32(members.length);
      for (const member of members) w.v64(member);
      w.u8(type).u8(paradigm).v32(flags);
    });
  }

  communicator(id: number, group: number, name = ''): this {
    const text = this.string(name);
    return this.define(22, (w) => w.v32(id).v32(text).v32(group).v32(UNDEFINED).v32(0));
  }

  /** `mode` as OTF2 numbers it; values count in units of 10^exponent. */
  metric(id: number, name: string, mode: number, unit: string, exponent = 0): this {
    const [text, unitText, none] = [this.string(name), this.string(unit), this.string('')];
    return this.define(19, (w) =>
      w.v32(id).v32(text).v32(none).u8(0).u8(mode).u8(4).u8(1).s64(BigInt(exponent)).v32(unitText),
    );
  }

  metricClass(id: number, members: readonly number[]): this {
    return this.define(20, (w) => {
      w.v32(id).u8(members.length);
      for (const member of members) w.v32(member);
      w.u8(2).u8(1);
    });
  }

  evt(location: bigint | number): EventFileWriter {
    const id = BigInt(location);
    const { chunkSize, littleEndian } = this.options;
    const known = this.events.get(id) ?? new EventFileWriter(chunkSize, littleEndian);
    this.events.set(id, known);
    return known;
  }

  /** Local definitions of a location. */
  local(location: bigint | number): ByteWriter {
    const id = BigInt(location);
    const known = this.locals.get(id) ?? chunkHeader(this.options.littleEndian, 256);
    this.locals.set(id, known);
    return known;
  }

  anchor(): Uint8Array {
    const { chunkSize, littleEndian, anchor } = this.options;
    return new ByteWriter(littleEndian)
      .u8(3)
      .u8(littleEndian ? 0x42 : 0x23)
      .str('OTF2')
      .raw(Uint8Array.of(3, 2, 3, 0, 2))
      .u64(chunkSize)
      .u64(DEFINITION_CHUNK)
      .u8(anchor?.substrate ?? 1)
      .u8(anchor?.compression ?? 1)
      .u64(this.events.size)
      .u64(anchor?.definitions ?? this.records)
      .str('machine')
      .str('test writer')
      .str('')
      .u32(0)
      .u64(7)
      .u32(0)
      .u32(0)
      .raw(Uint8Array.of(2, 1, 0))
      .done();
  }

  /** Writes all files below `folder` and returns the path of the anchor file. */
  write(folder: string): string {
    mkdirSync(join(folder, 'traces'), { recursive: true });
    const ended = (writer: ByteWriter) => Buffer.concat([writer.done(), Uint8Array.of(2, 1)]);
    for (const [id, events] of this.events)
      writeFileSync(join(folder, 'traces', `${id}.evt`), events.finish());
    for (const [id, local] of this.locals) writeFileSync(join(folder, 'traces', `${id}.def`), ended(local));
    writeFileSync(join(folder, 'traces.def'), ended(this.definitions));
    const anchor = join(folder, 'traces.otf2');
    writeFileSync(anchor, this.anchor());
    return anchor;
  }
}

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ByteWriter } from './byte-writer.ts';
import { chunkHeader, EventFileWriter } from './event-file-writer.ts';

export const UNDEFINED = 0xffffffff;
const EVENT_CHUNK = 256 * 1024;
const DEFINITION_CHUNK = 4 << 20;
const ROLE_FUNCTION = 1;
const TYPE_INT64 = 8;
const TYPE_DOUBLE = 10;
const METRIC_OF_USER = 2;
const BASE_DECIMAL = 1;
const OCCURS_AT_TIMES_OF_ITS_OWN = 2;
const UNKNOWN_RECORDER = 0;
const END_OF_FILE = Uint8Array.of(2, 1);

/** Records of definitions by their ids in OTF2. */
const definitionIds = {
  clock: 5,
  string: 10,
  treeNode: 12,
  locationGroup: 13,
  location: 14,
  region: 15,
  group: 18,
  metricMember: 19,
  metricClass: 20,
  communicator: 22,
} as const;

interface MetricFields {
  readonly name: string;
  readonly unit: string;
  readonly doc: string;
  /** What its values mean, and when they hold, as OTF2 joins them. */
  readonly mode: number;
  readonly whole: boolean;
}

/** The files of an OTF2 archive: `traces.otf2`, `traces.def` and one file of events a location. */
export class ArchiveFiles {
  private readonly folder: string;
  private readonly definitions = chunkHeader(true, 1024);
  private readonly strings = new Map<string, number>();
  private records = 0;
  private locations = 0;

  constructor(folder: string) {
    this.folder = folder;
    mkdirSync(join(folder, 'traces'), { recursive: true });
  }

  /** Times of events are nanoseconds. */
  clock(length: number): void {
    this.define('clock', (w) => w.v64(1_000_000_000).v64(0).v64(Math.max(1, length)));
  }

  string(text: string): number {
    const known = this.strings.get(text);
    if (known !== undefined) return known;
    const id = this.strings.size;
    this.strings.set(text, id);
    this.define('string', (w) => w.v32(id).str(text));
    return id;
  }

  treeNode(id: number, name: string): void {
    const [text, kind] = [this.string(name), this.string('node')];
    this.define('treeNode', (w) => w.v32(id).v32(text).v32(kind).v32(UNDEFINED));
  }

  process(id: number, treeNode: number): void {
    const name = this.string(`MPI Rank ${id}`);
    this.define('locationGroup', (w) => w.v32(id).v32(name).u8(1).v32(treeNode).v32(UNDEFINED));
  }

  /** `type` as OTF2 numbers it: 1 = thread, 2 = accelerator stream, 3 = metrics. */
  location(id: number, name: string, type: number, events: EventFileWriter, process: number): void {
    const text = this.string(name);
    this.define('location', (w) => w.v64(id).v32(text).u8(type).v64(events.events).v32(process));
    writeFileSync(join(this.folder, 'traces', `${id}.evt`), events.finish());
    writeFileSync(
      join(this.folder, 'traces', `${id}.def`),
      Buffer.concat([chunkHeader(true, 64).done(), END_OF_FILE]),
    );
    this.locations++;
  }

  events(): EventFileWriter {
    return new EventFileWriter(EVENT_CHUNK);
  }

  region(id: number, name: string, paradigm: number): void {
    const [text, none] = [this.string(name), this.string('')];
    this.define('region', (w) =>
      w
        .v32(id)
        .v32(text)
        .v32(none)
        .u8(0)
        .v32(none)
        .v32(0)
        .v32(0)
        .v32(text)
        .u8(ROLE_FUNCTION)
        .u8(paradigm)
        .v32(0),
    );
  }

  group(id: number, type: number, paradigm: number, members: ArrayLike<number>): void {
    const none = this.string('');
    this.define('group', (w) => {
      w.v32(id).v32(none).u8(0).v32(members.length);
      for (let i = 0; i < members.length; i++) w.v64(members[i]);
      w.u8(type).u8(paradigm).v32(0);
    });
  }

  /** A class with this metric as its one member. */
  metric(id: number, { name, unit, doc, mode, whole }: MetricFields): void {
    const [text, about, inUnit] = [this.string(name), this.string(doc), this.string(unit)];
    const type = whole ? TYPE_INT64 : TYPE_DOUBLE;
    this.define('metricMember', (w) =>
      w
        .v32(id)
        .v32(text)
        .v32(about)
        .u8(METRIC_OF_USER)
        .u8(mode)
        .u8(type)
        .u8(BASE_DECIMAL)
        .s64(0n)
        .v32(inUnit),
    );
    this.define('metricClass', (w) =>
      w.v32(id).u8(1).v32(id).u8(OCCURS_AT_TIMES_OF_ITS_OWN).u8(UNKNOWN_RECORDER),
    );
  }

  communicator(id: number, name: string, group: number): void {
    const text = this.string(name);
    this.define('communicator', (w) => w.v32(id).v32(text).v32(group).v32(UNDEFINED).v32(0));
  }

  /** Writes what is left and returns the path of the anchor file. */
  finish(description: string): string {
    writeFileSync(join(this.folder, 'traces.def'), Buffer.concat([this.definitions.done(), END_OF_FILE]));
    const anchor = join(this.folder, 'traces.otf2');
    writeFileSync(anchor, this.anchor(description));
    return anchor;
  }

  private define(record: keyof typeof definitionIds, fill: (fields: ByteWriter) => void): void {
    this.definitions.record(definitionIds[record], fill);
    this.records++;
  }

  private anchor(description: string): Uint8Array {
    return new ByteWriter(true)
      .u8(3)
      .u8(0x42)
      .str('OTF2')
      .raw(Uint8Array.of(3, 2, 3, 0, 2))
      .u64(EVENT_CHUNK)
      .u64(DEFINITION_CHUNK)
      .u8(1)
      .u8(1)
      .u64(this.locations)
      .u64(this.records)
      .str('')
      .str('weft')
      .str(description)
      .u32(0)
      .u64(1)
      .u32(0)
      .u32(0)
      .raw(END_OF_FILE)
      .u8(0)
      .done();
  }
}

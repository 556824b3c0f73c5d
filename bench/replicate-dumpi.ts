import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { basename, join } from 'node:path';
import { creationReaders } from '../packages/readers/src/dumpi/creation-events.ts';
import { readSections } from '../packages/readers/src/dumpi/read-sections.ts';
import { functionId } from '../packages/readers/src/dumpi/record-layout.ts';
import { RecordStream } from '../packages/readers/src/dumpi/record-stream.ts';

const INIT = functionId('MPI_Init');
const FINALIZE = functionId('MPI_Finalize');
const FOOTER_SLOTS = 291;
const INDEX_BYTES = 64;

/** Writes a trace whose every rank repeats the calls of its main part, each time later on the clock; returns its bytes. */
export function replicateTrace(from: string, to: string, times: number): number {
  mkdirSync(to, { recursive: true });
  const names = readdirSync(from).sort();
  const bins = names.filter((name) => name.endsWith('.bin')).map((name) => join(from, name));
  const seconds = Math.max(...bins.map((path) => findRecords(path).seconds));
  let bytes = 0;
  for (const name of names) {
    if (name.endsWith('.bin')) bytes += replicateFile(join(from, name), join(to, name), times, seconds);
    else if (name.endsWith('.meta')) writeFileSync(join(to, name), readFileSync(join(from, name)));
  }
  return bytes;
}

interface Layout {
  readonly starts: readonly number[];
  /** The part that is repeated: after the last communicator was made, before MPI_Finalize. */
  readonly from: number;
  readonly to: number;
  readonly end: number;
  readonly seconds: number;
}

function replicateFile(from: string, to: string, times: number, seconds: number): number {
  const source = readFileSync(from);
  const layout = findRecords(from);
  const out = openSync(to, 'w');
  writeSync(out, source, 0, layout.from);
  const body = Buffer.from(source.subarray(layout.from, layout.to));
  const starts = layout.starts.filter((start) => start >= layout.from && start < layout.to);
  for (let turn = 0; turn < times; turn++) {
    if (turn > 0) shiftSeconds(body, starts, layout.from, seconds);
    writeSync(out, body);
  }
  const last = Buffer.from(source.subarray(layout.to, layout.end));
  const ending = layout.starts.filter((start) => start >= layout.to);
  shiftSeconds(last, ending, layout.to, seconds * (times - 1));
  writeSync(out, last);
  const tail = Buffer.from(source.subarray(layout.end));
  const moved = body.length * (times - 1);
  fixTail(tail, moved, layout.end, countCalls(source, starts), times - 1);
  writeSync(out, tail);
  closeSync(out);
  return source.length + moved;
}

function findRecords(path: string): Layout {
  const file = openSync(path, 'r');
  const stream = new RecordStream(file, path, readSections(file, path), null);
  const starts: number[] = [];
  let from = 0;
  let to = 0;
  let last = 0;
  for (let at = stream.window.offset; stream.next(); at = stream.window.offset) {
    starts.push(at);
    last = stream.stop;
    if (stream.id === FINALIZE) to = at;
    else if (stream.id === INIT || creationReaders[stream.id]) from = stream.window.offset;
  }
  closeSync(file);
  return { starts, from, to, end: stream.window.offset, seconds: Math.ceil(last / 1e9) + 1 };
}

function countCalls(source: Buffer, starts: readonly number[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const start of starts) {
    const id = source.readUInt16BE(start);
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

/** Adds whole seconds to the CPU and wall times of every record. */
function shiftSeconds(body: Buffer, starts: readonly number[], first: number, seconds: number): void {
  for (const start of starts) {
    const mask = body[start - first + 2];
    let at = start - first + 3 + (mask & 0x40 ? 2 : 0);
    for (const bit of [0x04, 0x08]) {
      if (!(mask & bit)) continue;
      for (const place of [at, at + 6])
        body.writeUInt16BE((body.readUInt16BE(place) + seconds) & 0xffff, place);
      at += 12;
    }
  }
}

function fixTail(tail: Buffer, moved: number, end: number, calls: Map<number, number>, more: number): void {
  const index = tail.length - INDEX_BYTES;
  const footer = Number(tail.readBigUInt64BE(index + 48)) - end;
  for (let slot = 8; slot <= 56; slot += 8) {
    const offset = tail.readBigUInt64BE(index + slot);
    if (offset > BigInt(end - 1)) tail.writeBigUInt64BE(offset + BigInt(moved), index + slot);
  }
  for (const [id, count] of calls) {
    const at = footer + 8 + id * 4;
    if (id < FOOTER_SLOTS - 1) tail.writeUInt32BE((tail.readUInt32BE(at) + count * more) >>> 0, at);
  }
}

if (process.argv[1] && basename(process.argv[1]) === 'replicate-dumpi.ts') {
  const [from, to, times] = process.argv.slice(2);
  console.log(replicateTrace(from, to, Number(times)));
}

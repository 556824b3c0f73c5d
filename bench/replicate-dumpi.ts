import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readSections } from '../packages/readers/src/dumpi/read-sections.ts';
import { RecordStream } from '../packages/readers/src/dumpi/record-stream.ts';

const FOOTER_SLOTS = 291;
const INDEX_BYTES = 64;

/** Writes a trace whose every rank repeats its calls `times` times, each time later on the clock; returns its bytes. */
export function replicateTrace(from: string, to: string, times: number): number {
  mkdirSync(to, { recursive: true });
  let bytes = 0;
  for (const name of readdirSync(from).sort()) {
    if (name.endsWith('.bin')) bytes += replicateFile(join(from, name), join(to, name), times);
    else if (name.endsWith('.meta')) writeFileSync(join(to, name), readFileSync(join(from, name)));
  }
  return bytes;
}

function replicateFile(from: string, to: string, times: number): number {
  const source = readFileSync(from);
  const file = openSync(from, 'r');
  const sections = readSections(file, from);
  const { starts, end, seconds } = findRecords(file, from, sections);
  closeSync(file);
  const first = sections.body + 8;
  const out = openSync(to, 'w');
  writeSync(out, source, 0, first);
  const body = Buffer.from(source.subarray(first, end));
  for (let turn = 0; turn < times; turn++) {
    if (turn > 0) shiftSeconds(body, starts, first, seconds);
    writeSync(out, body);
  }
  const tail = Buffer.from(source.subarray(end));
  fixTail(tail, body.length * (times - 1), end, times);
  writeSync(out, tail);
  closeSync(out);
  return first + body.length * times + tail.length;
}

function findRecords(file: number, path: string, sections: ReturnType<typeof readSections>) {
  const stream = new RecordStream(file, path, sections, null);
  const starts: number[] = [];
  let last = 0;
  for (let at = stream.window.offset; stream.next(); at = stream.window.offset) {
    starts.push(at);
    last = stream.stop;
  }
  return { starts, end: stream.window.offset, seconds: Math.ceil(last / 1e9) + 1 };
}

/** Adds whole seconds to the CPU and wall times of every record. */
function shiftSeconds(body: Buffer, starts: readonly number[], first: number, seconds: number): void {
  for (const start of starts) {
    const mask = body[start - first + 2];
    let at = start - first + 3 + (mask & 0x40 ? 2 : 0);
    for (const bit of [0x04, 0x08]) {
      if (!(mask & bit)) continue;
      for (const place of [at, at + 6]) body.writeUInt16BE((body.readUInt16BE(place) + seconds) & 0xffff, place);
      at += 12;
    }
  }
}

function fixTail(tail: Buffer, moved: number, end: number, times: number): void {
  const index = tail.length - INDEX_BYTES;
  const footer = Number(tail.readBigUInt64BE(index + 48)) - end;
  for (let slot = 8; slot <= 56; slot += 8) {
    const offset = tail.readBigUInt64BE(index + slot);
    if (offset > BigInt(end - 1)) tail.writeBigUInt64BE(offset + BigInt(moved), index + slot);
  }
  for (let slot = 0; slot < FOOTER_SLOTS * 2; slot++) {
    const at = footer + 8 + slot * 4;
    tail.writeUInt32BE((tail.readUInt32BE(at) * times) >>> 0, at);
  }
}

if (process.argv[1] && basename(process.argv[1]) === 'replicate-dumpi.ts') {
  const [from, to, times] = process.argv.slice(2);
  console.log(replicateTrace(from, to, Number(times)));
}

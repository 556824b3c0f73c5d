import type { ByteWriter } from '../dumpi/byte-writer.ts';
import { type Argument, type FunctionLayout, valueSize } from '../dumpi/record-layout.ts';

/** A call as the text shows it. */
export interface TextCall {
  readonly layout: FunctionLayout;
  readonly thread: number;
  readonly cpuStart: TextTime;
  readonly wallStart: TextTime;
  cpuStop: TextTime;
  wallStop: TextTime;
  readonly values: Map<string, string>;
}

export interface TextTime {
  readonly seconds: number;
  readonly nanoseconds: number;
}

/** Thread id and statuses are stored. */
const MASK = 0x43;
const CPU_TIMES = 0x04;
const WALL_TIMES = 0x08;

/** Writes a call as the binary format stores it; `base` = whole wall seconds the file counts from. */
export function encodeCall(call: TextCall, base: number, out: ByteWriter): void {
  // Times that were not recorded are printed as 0.
  const cpu = hasTime(call.cpuStop) || hasTime(call.cpuStart);
  const wall = hasTime(call.wallStop) || hasTime(call.wallStart);
  out.u16(call.layout.id);
  out.u8(MASK | (cpu ? CPU_TIMES : 0) | (wall ? WALL_TIMES : 0));
  out.u16(call.thread);
  if (cpu) for (const time of [call.cpuStart, call.cpuStop]) encodeTime(time, 0, out);
  if (wall) for (const time of [call.wallStart, call.wallStop]) encodeTime(time, base, out);
  const { values } = call;
  const rank = values.get('commrank') ?? values.get('oldcommrank');
  const atRoot =
    rank !== undefined && Number.parseInt(rank, 10) === Number.parseInt(values.get('root') ?? '', 10);
  for (const argument of call.layout.arguments) {
    if (!argument.rootOnly || atRoot) encodeArgument(argument, values.get(argument.name) ?? '', out);
  }
}

function hasTime({ seconds, nanoseconds }: TextTime): boolean {
  return seconds !== 0 || nanoseconds !== 0;
}

function encodeTime({ seconds, nanoseconds }: TextTime, base: number, out: ByteWriter): void {
  out.u16(seconds - base);
  out.u32(nanoseconds);
}

function encodeArgument({ type, depth }: Argument, text: string, out: ByteWriter): void {
  if (type === 'status') encodeStatuses(text, out);
  else if (type === 'argv') for (const value of quotedStrings(text)) out.string32(value);
  else if (depth === 2) encodeArrays(type, text, out);
  else if (depth === 1) encodeArray(type, text, out);
  else if (type === 'z') out.string32(quotedStrings(text)[0] ?? text);
  else encodeValue(valueSize[type], firstNumber(text), out);
}

function encodeStatuses(text: string, out: ByteWriter): void {
  const statuses = text.match(/\{[^}]*\}/g) ?? [];
  out.u32(statuses.length);
  for (const status of statuses) {
    const field = (name: string) => Number(new RegExp(`\\b${name}=(-?\\d+)`).exec(status)?.[1] ?? 0);
    out.u32(field('bytes'));
    out.u32(field('source'));
    out.u8(field('cancelled'));
    out.u8(field('error'));
    out.u32(field('tag'));
  }
}

function encodeArray(type: Argument['type'], text: string, out: ByteWriter): void {
  if (type === 'z') {
    const strings = quotedStrings(text);
    out.u32(strings.length);
    for (const value of strings) out.string32(value);
    return;
  }
  const numbers = text.startsWith('<') ? [] : (text.match(/-?\d+/g) ?? []);
  out.u32(numbers.length);
  for (const value of numbers) encodeValue(valueSize[type as 'i'], BigInt(value), out);
}

function encodeArrays(type: Argument['type'], text: string, out: ByteWriter): void {
  const rows = text.match(/\[[^[\]]*\]/g) ?? [];
  out.u32(rows.length);
  for (const row of rows) encodeArray(type, row, out);
}

function encodeValue(size: number, value: bigint, out: ByteWriter): void {
  if (size === 8) out.u64(value);
  else if (size === 4) out.u32(Number(BigInt.asUintN(32, value)));
  else if (size === 2) out.u16(Number(BigInt.asUintN(16, value)));
  else out.u8(Number(BigInt.asUintN(8, value)));
}

function firstNumber(text: string): bigint {
  return BigInt(/-?\d+/.exec(text)?.[0] ?? 0);
}

function quotedStrings(text: string): string[] {
  const inner = /^\[?"([\s\S]*)"\]?$/.exec(text.trim())?.[1];
  return inner === undefined ? [] : inner.split('", "');
}

import {
  FUNCTION_COUNT,
  type FunctionLayout,
  functionLayouts,
  STATUS_BYTES,
  valueSize,
} from './record-layout.ts';

/** A record does not fit the bytes that are there: more must be read, or the file is cut off. */
export const TOO_SHORT = -1;
/** No record has such a function id. */
const UNKNOWN_FUNCTION = -2;

/** Steps of a layout: a positive number skips that many bytes, the others are coded. */
const STATUS = -1;
const STRING = -2;
const ARGV = -3;
/** -10 - size: array of values; -20 - size: array of arrays; size 0 = strings. */
const ARRAY = -10;
const ARRAY_OF_ARRAYS = -20;
/** What follows is stored only at the root. */
const ROOT_ONLY = -30;

/** Bytes of the arguments where that is fixed; -1 elsewhere. */
const fixedSize = new Int32Array(FUNCTION_COUNT).fill(-1);
const programs: (Int32Array | null)[] = functionLayouts.map((layout) => (layout ? compile(layout) : null));
/** Places of (rank, root) that decide about root-only arguments, from the start of the arguments. */
const rankPlaces = functionLayouts.map((layout) => (layout ? rankPlace(layout) : null));

/** End of the arguments that start at `at`; every length is checked against `limit` before it is used. */
export function skipArguments(
  bytes: Uint8Array,
  at: number,
  limit: number,
  id: number,
  hasStatuses: boolean,
): number {
  const size = fixedSize[id];
  if (size >= 0) return at + size <= limit ? at + size : TOO_SHORT;
  const program = programs[id];
  if (!program) return UNKNOWN_FUNCTION;
  return runProgram(program, bytes, at, limit, id, hasStatuses);
}

function runProgram(
  program: Int32Array,
  bytes: Uint8Array,
  from: number,
  limit: number,
  id: number,
  hasStatuses: boolean,
): number {
  let at = from;
  for (let step = 0; step < program.length; step++) {
    const code = program[step];
    if (code >= 0) at += code;
    else if (code === ROOT_ONLY) {
      if (at > limit) return TOO_SHORT;
      step += isRoot(bytes, from, id) ? 1 : 1 + program[step + 1];
      continue;
    } else if (code === STATUS) {
      if (hasStatuses) at = skipArray(bytes, at, limit, STATUS_BYTES);
    } else if (code === STRING) at = skipArray(bytes, at, limit, 1);
    else if (code === ARGV) at = skipStrings(bytes, at, limit, readLength(bytes, from, limit));
    else if (code <= ARRAY_OF_ARRAYS) at = skipArrays(bytes, at, limit, ARRAY_OF_ARRAYS - code);
    else at = skipList(bytes, at, limit, ARRAY - code);
    if (at < 0 || at > limit) return TOO_SHORT;
  }
  return at <= limit ? at : TOO_SHORT;
}

function isRoot(bytes: Uint8Array, from: number, id: number): boolean {
  const place = rankPlaces[id];
  if (!place) return false;
  for (let i = 0; i < 4; i++) if (bytes[from + place.rank + i] !== bytes[from + place.root + i]) return false;
  return true;
}

/** -1 where the length itself is beyond the limit. */
function readLength(bytes: Uint8Array, at: number, limit: number): number {
  if (at < 0 || at + 4 > limit) return -1;
  return bytes[at] * 0x1000000 + ((bytes[at + 1] << 16) | (bytes[at + 2] << 8) | bytes[at + 3]);
}

function skipArray(bytes: Uint8Array, at: number, limit: number, size: number): number {
  const length = readLength(bytes, at, limit);
  return length < 0 ? TOO_SHORT : at + 4 + length * size;
}

function skipStrings(bytes: Uint8Array, at: number, limit: number, count: number): number {
  let end = at;
  if (count < 0 || count * 4 > limit - at) return TOO_SHORT;
  for (let i = 0; i < count; i++) {
    end = skipArray(bytes, end, limit, 1);
    if (end < 0 || end > limit) return TOO_SHORT;
  }
  return end;
}

/** Values of `size` bytes, or strings where size is 0. */
function skipList(bytes: Uint8Array, at: number, limit: number, size: number): number {
  if (size > 0) return skipArray(bytes, at, limit, size);
  const length = readLength(bytes, at, limit);
  return length < 0 ? TOO_SHORT : skipStrings(bytes, at + 4, limit, length);
}

function skipArrays(bytes: Uint8Array, at: number, limit: number, size: number): number {
  const length = readLength(bytes, at, limit);
  if (length < 0 || length * 4 > limit - at) return TOO_SHORT;
  let end = at + 4;
  for (let i = 0; i < length; i++) {
    end = skipList(bytes, end, limit, size);
    if (end < 0 || end > limit) return TOO_SHORT;
  }
  return end;
}

function compile({ id, arguments: list }: FunctionLayout): Int32Array {
  const program: number[] = [];
  let optionalFrom = -1;
  let mergeFrom = 0;
  for (const { type, depth, rootOnly } of list) {
    if (rootOnly && optionalFrom < 0) {
      program.push(ROOT_ONLY, 0);
      optionalFrom = program.length;
      mergeFrom = optionalFrom;
    } else if (!rootOnly && optionalFrom >= 0) {
      program[optionalFrom - 1] = program.length - optionalFrom;
      optionalFrom = -1;
      mergeFrom = program.length;
    }
    const last = program.length - 1;
    if (type === 'status') program.push(STATUS);
    else if (type === 'argv') program.push(ARGV);
    else if (depth === 1) program.push(ARRAY - valueSize[type]);
    else if (depth === 2) program.push(ARRAY_OF_ARRAYS - valueSize[type]);
    else if (type === 'z') program.push(STRING);
    else if (last >= mergeFrom && program[last] >= 0) program[last] += valueSize[type];
    else program.push(valueSize[type]);
  }
  if (optionalFrom >= 0) program[optionalFrom - 1] = program.length - optionalFrom;
  if (program.length === 0) fixedSize[id] = 0;
  if (program.length === 1 && program[0] >= 0) fixedSize[id] = program[0];
  return Int32Array.from(program);
}

function rankPlace({ arguments: list }: FunctionLayout): { rank: number; root: number } | null {
  if (!list.some((argument) => argument.rootOnly)) return null;
  const place = { rank: -1, root: -1 };
  let at = 0;
  for (const { name, type } of list) {
    if (name === 'commrank' || name === 'oldcommrank') place.rank = at;
    if (name === 'root') place.root = at;
    if (place.rank >= 0 && place.root >= 0) return place;
    at += valueSize[type as keyof typeof valueSize];
  }
  return null;
}

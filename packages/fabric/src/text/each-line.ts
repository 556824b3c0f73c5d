import { type FileHandle, open } from 'node:fs/promises';
import { WeftError } from '@weft/model';

const WINDOW = 1 << 22;
const LONGEST_LINE = 1 << 24;
/** Room before a window for the start of its first line, which the window before has. */
const HEADROOM = 1 << 16;
const NOTHING = Buffer.alloc(0);

/** Gets each line as bytes[from .. to), without its end, and its number from 1. */
type VisitLine = (bytes: Buffer, from: number, to: number, line: number) => void;

/**
 * Calls `visit` for each line of a file of any size; reads a window at a time, the next one while lines of the last are
 * visited, and waits for `afterWindow` behind each.
 */
export async function eachLine(
  path: string,
  visit: VisitLine,
  signal?: AbortSignal,
  afterWindow?: () => Promise<void>,
): Promise<void> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const room = HEADROOM + Math.min(WINDOW, size + 1);
    let next = readWindow(file, Buffer.allocUnsafe(room));
    let spare: Buffer = Buffer.allocUnsafe(room);
    let rest: Buffer = NOTHING;
    let line = 0;
    for (;;) {
      signal?.throwIfAborted();
      const { bytesRead, buffer } = await next;
      if (bytesRead === 0) {
        if (rest.length > 0) visit(rest, 0, withoutReturn(rest, 0, rest.length), line + 1);
        return;
      }
      next = readWindow(file, spare);
      spare = buffer;
      const window = joinWindow(rest, buffer, bytesRead, path, line + 1);
      const { from, lines } = visitWhole(window, line, visit);
      line = lines;
      rest = Buffer.from(window.bytes.subarray(from, window.to));
      await afterWindow?.();
    }
  } finally {
    await file.close();
  }
}

async function readWindow(file: FileHandle, buffer: Buffer) {
  const { bytesRead } = await file.read(buffer, HEADROOM, buffer.length - HEADROOM);
  return { bytesRead, buffer };
}

interface Window {
  readonly bytes: Buffer;
  readonly from: number;
  readonly to: number;
}

function joinWindow(rest: Buffer, buffer: Buffer, bytesRead: number, file: string, line: number): Window {
  const to = HEADROOM + bytesRead;
  if (rest.length <= HEADROOM) {
    rest.copy(buffer, HEADROOM - rest.length);
    return { bytes: buffer, from: HEADROOM - rest.length, to };
  }
  if (rest.length >= LONGEST_LINE) throw tooLong(file, line);
  const bytes = Buffer.concat([rest, buffer.subarray(HEADROOM, to)]);
  return { bytes, from: 0, to: bytes.length };
}

function visitWhole({ bytes, from: start, to }: Window, before: number, visit: VisitLine) {
  const whole = bytes.subarray(0, to);
  let from = start;
  let lines = before;
  for (let at = whole.indexOf(10, from); at >= 0; at = whole.indexOf(10, from)) {
    visit(bytes, from, withoutReturn(bytes, from, at), ++lines);
    from = at + 1;
  }
  return { from, lines };
}

function withoutReturn(buffer: Buffer, from: number, to: number): number {
  return to > from && buffer[to - 1] === 13 ? to - 1 : to;
}

function tooLong(file: string, line: number): WeftError {
  return new WeftError({
    code: 'LINE-TOO-LONG',
    message: `a line of more than ${LONGEST_LINE} bytes`,
    file,
    line,
    advice: 'This is no text file of a fabric.',
  });
}

/** The same with lines as text. */
export function eachTextLine(
  path: string,
  visit: (text: string, line: number) => void,
  signal?: AbortSignal,
): Promise<void> {
  return eachLine(path, (bytes, from, to, line) => visit(bytes.toString('utf8', from, to), line), signal);
}

import { open } from 'node:fs/promises';
import { WeftError } from '@weft/model';

const WINDOW = 1 << 22;
const LONGEST_LINE = 1 << 24;

/** Gets each line as bytes[from .. to), without its end, and its number from 1. */
type VisitLine = (bytes: Buffer, from: number, to: number, line: number) => void;

/** Calls `visit` for each line of a file of any size; reads a window at a time, and waits for `afterWindow` behind each. */
export async function eachLine(
  path: string,
  visit: VisitLine,
  signal?: AbortSignal,
  afterWindow?: () => Promise<void>,
): Promise<void> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    let buffer: Buffer = Buffer.allocUnsafe(Math.min(WINDOW, size + 1));
    let held = 0;
    let line = 0;
    for (;;) {
      signal?.throwIfAborted();
      if (held === buffer.length) buffer = grow(buffer, path, line + 1);
      const { bytesRead } = await file.read(buffer, held, buffer.length - held);
      const end = held + bytesRead;
      if (bytesRead === 0) {
        if (end > 0) visit(buffer, 0, withoutReturn(buffer, 0, end), line + 1);
        return;
      }
      const { from, lines } = visitWhole(buffer, end, line, visit);
      line = lines;
      buffer.copyWithin(0, from, end);
      held = end - from;
      await afterWindow?.();
    }
  } finally {
    await file.close();
  }
}

function visitWhole(buffer: Buffer, end: number, before: number, visit: VisitLine) {
  const whole = buffer.subarray(0, end);
  let from = 0;
  let lines = before;
  for (let at = whole.indexOf(10); at >= 0; at = whole.indexOf(10, from)) {
    visit(buffer, from, withoutReturn(buffer, from, at), ++lines);
    from = at + 1;
  }
  return { from, lines };
}

function withoutReturn(buffer: Buffer, from: number, to: number): number {
  return to > from && buffer[to - 1] === 13 ? to - 1 : to;
}

function grow(buffer: Buffer, file: string, line: number): Buffer {
  if (buffer.length >= LONGEST_LINE) {
    throw new WeftError({
      code: 'LINE-TOO-LONG',
      message: `a line of more than ${LONGEST_LINE} bytes`,
      file,
      line,
      advice: 'This is no text file of a fabric.',
    });
  }
  const larger = Buffer.allocUnsafe(buffer.length * 2);
  buffer.copy(larger);
  return larger;
}

/** The same with lines as text. */
export function eachTextLine(
  path: string,
  visit: (text: string, line: number) => void,
  signal?: AbortSignal,
): Promise<void> {
  return eachLine(path, (bytes, from, to, line) => visit(bytes.toString('utf8', from, to), line), signal);
}

import { closeSync, openSync, readSync } from 'node:fs';

/** The first bytes of a file, as many as there are up to `length`. */
export function readHead(path: string, length: number): Uint8Array {
  const head = new Uint8Array(length);
  const file = openSync(path, 'r');
  try {
    return head.subarray(0, readSync(file, head, 0, length, 0));
  } finally {
    closeSync(file);
  }
}

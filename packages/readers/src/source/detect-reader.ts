import { closeSync, openSync, readSync } from 'node:fs';
import type { Probe, Verdict } from '../reader.ts';
import type { SourceFile } from './open-sources.ts';

const HEAD_BYTES = 4096;

/** The first reader that is sure, else the first that thinks it may be its own. Content decides; names only break ties. */
export function detectReader<R extends { detect(probe: Probe): Verdict }>(
  file: SourceFile,
  readers: readonly R[],
): R | null {
  const probe = { path: file.path, head: readHead(file.path), size: file.size };
  let maybe: R | null = null;
  for (const reader of readers) {
    const verdict = reader.detect(probe);
    if (verdict === 'yes') return reader;
    if (verdict === 'maybe') maybe ??= reader;
  }
  return maybe;
}

function readHead(path: string): Uint8Array {
  const head = new Uint8Array(HEAD_BYTES);
  const file = openSync(path, 'r');
  try {
    return head.subarray(0, readSync(file, head, 0, HEAD_BYTES, 0));
  } finally {
    closeSync(file);
  }
}

import type { Probe, Verdict } from '../reader.ts';
import type { SourceFile } from './open-sources.ts';
import { readHead } from './read-head.ts';

const HEAD_BYTES = 4096;

/** The first reader that is sure, else the first that thinks it may be its own. Content decides; names only break ties. */
export function detectReader<R extends { detect(probe: Probe): Verdict }>(
  file: SourceFile,
  readers: readonly R[],
): R | null {
  const probe = { path: file.path, head: readHead(file.path, HEAD_BYTES), size: file.size };
  let maybe: R | null = null;
  for (const reader of readers) {
    const verdict = reader.detect(probe);
    if (verdict === 'yes') return reader;
    if (verdict === 'maybe') maybe ??= reader;
  }
  return maybe;
}

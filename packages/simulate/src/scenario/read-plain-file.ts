import { readFileSync, statSync } from 'node:fs';

const MOST_BYTES = 256 << 20;

/** The text of a regular file of a sensible size; throws for devices, pipes and whatever is larger. */
export function readPlainFile(path: string): string {
  const facts = statSync(path);
  if (!facts.isFile()) throw new Error('not a file');
  if (facts.size > MOST_BYTES) throw new Error('too large');
  return readFileSync(path, 'utf8');
}

import type { Probe } from '@weft/readers';

/** The first lines of a file as the detector sees it, without empty ones; the last one may be cut off. */
export function probeLines({ head }: Probe): string[] {
  const text = Buffer.from(head).toString('utf8');
  return text.split(/\r?\n/).filter((line) => line.trim() !== '');
}

/** The first line that is not a comment. */
export function firstLine(probe: Probe): string {
  return probeLines(probe).find((line) => !line.startsWith('#')) ?? '';
}

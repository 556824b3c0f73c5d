import { dirname } from 'node:path';
import type { Manifest } from '@weft/model';
import type { Reader, ReadReport } from './reader.ts';
import type { SourceFile } from './source/open-sources.ts';

type Provenance = Manifest['provenance'][number];

/** Where one data set came from, told alike for every format: source, files, bytes, the tracer's facts, what was found. */
export function importProvenance(
  reader: Reader,
  paths: readonly string[],
  sources: readonly SourceFile[],
  { counts, facts }: ReadReport,
): Provenance {
  const wanted = new Set(paths);
  const files = sources.filter(({ path }) => wanted.has(path));
  const own = Object.assign({}, ...(facts.provenance ?? []).map((entry) => entry.facts));
  return {
    kind: 'import',
    facts: {
      format: reader.title,
      source: sourceOf(files.map(({ origin }) => origin)),
      files: files.length,
      bytes: files.reduce((sum, { size }) => sum + size, 0),
      ...own,
      found: counts,
    },
  };
}

/** The file, or the folder that all files are in. */
function sourceOf(origins: readonly string[]): string {
  if (origins.length <= 1) return origins[0] ?? '';
  const parts = origins.map((origin) => dirname(origin).split('/'));
  const shared = parts[0].findIndex((part, at) => parts.some((other) => other[at] !== part));
  return (shared < 0 ? parts[0] : parts[0].slice(0, shared)).join('/') || '/';
}

import { WeftError } from '@weft/model';
import { z } from 'zod';
import type { Fingerprint } from './fingerprint.ts';

export const FINGERPRINT_VERSION = 1;

/** A labelled run, as a file of a library holds it. */
const entrySchema = z.object({
  version: z.literal(FINGERPRINT_VERSION),
  code: z.string().min(1),
  run: z.string().min(1),
  ranks: z.number().int().nonnegative(),
  /** Where the run comes from, in words. */
  origin: z.string().default(''),
  features: z.record(z.string(), z.number()),
});

export interface LibraryEntry {
  readonly version: typeof FINGERPRINT_VERSION;
  readonly code: string;
  readonly run: string;
  readonly ranks: number;
  readonly origin: string;
  readonly features: Fingerprint;
}

/** The entries of a file: one, or a list of them. */
export function parseEntries(text: string, file: string): LibraryEntry[] {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    throw libraryError(file, 'it is no JSON');
  }
  const parsed = z.array(entrySchema).safeParse(Array.isArray(data) ? data : [data]);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw libraryError(file, `${issue.path.join('.') || 'the file'}: ${issue.message}`);
}

function libraryError(file: string, fault: string): WeftError {
  return new WeftError({
    code: 'LIBRARY-ENTRY',
    message: `no labelled run: ${fault}`,
    file,
    advice: 'weft identify <dataset> --add <code> writes one.',
  });
}

/** One run a line. */
export function formatEntries(entries: readonly LibraryEntry[]): string {
  return `[\n${entries.map((entry) => JSON.stringify(entry)).join(',\n')}\n]\n`;
}

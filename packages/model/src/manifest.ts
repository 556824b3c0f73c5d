import { z } from 'zod';
import { tableNames } from './tables.ts';
import { WeftError } from './weft-error.ts';

/** The version this program writes. Raise it with an upgrader from the version before. */
export const MANIFEST_VERSION = 6;

const part = z.object({
  path: z.string(),
  rows: z.number().int().nonnegative(),
  bytes: z.number().int().nonnegative(),
});

const metric = z.object({
  name: z.string(),
  unit: z.string(),
  doc: z.string().default(''),
  /** amount: adds up over time; gauge: a level, averaged over time. */
  kind: z.enum(['amount', 'gauge']).default('amount'),
});

const diagnostic = z.object({
  code: z.string(),
  count: z.number().int().nonnegative(),
  text: z.string(),
});

export const manifestSchema = z.object({
  format: z.literal('weft'),
  version: z.literal(MANIFEST_VERSION),
  /** The version by which the tables were written, where it is an older one: columns added since are not in them. */
  tablesVersion: z.number().int().positive().optional(),
  name: z.string(),
  title: z.string(),
  description: z.string().default(''),
  created: z.string(),
  /** How often rows were added since. */
  revision: z.number().int().nonnegative().optional(),
  generator: z.string(),
  /** Unix time in nanoseconds (decimal text) of time 0; null where the source has no calendar. */
  origin: z
    .string()
    .regex(/^-?\d+$/)
    .nullable(),
  timeRange: z.tuple([z.number(), z.number()]).nullable(),
  /** Nominal counter interval in nanoseconds. */
  interval: z.number().positive().nullable().default(null),
  /** Messages in all, where the table has fewer rows. */
  messages: z.number().int().nonnegative().optional(),
  /** Messages whose sender or receiver is not recorded, where there are any. */
  unknownPeers: z.number().int().positive().optional(),
  metrics: z.array(metric).default([]),
  network: z
    .object({ family: z.string(), params: z.record(z.string(), z.unknown()).default({}) })
    .nullable()
    .default(null),
  /** Where the data came from: one entry per import, simulation or generation. */
  provenance: z
    .array(z.object({ kind: z.string(), facts: z.record(z.string(), z.unknown()).default({}) }))
    .default([]),
  /** What was read, skipped, repaired or not matched; the counts add up. */
  diagnostics: z.array(diagnostic).default([]),
  tables: z.partialRecord(
    z.enum(tableNames as [string, ...string[]]),
    z.object({ rows: z.number().int().nonnegative(), parts: z.array(part) }),
  ),
});

export type Manifest = z.infer<typeof manifestSchema>;
export type MetricInfo = z.infer<typeof metric>;
export type Diagnostic = z.infer<typeof diagnostic>;

/** What the writer of a dataset says about it; the store adds the rest. */
export type ManifestFacts = Pick<Manifest, 'title'> &
  Partial<
    Pick<
      Manifest,
      | 'description'
      | 'origin'
      | 'timeRange'
      | 'interval'
      | 'metrics'
      | 'network'
      | 'provenance'
      | 'diagnostics'
    >
  >;

/** Changes when the dataset is written anew or gets rows. */
export function manifestVersion({ created, revision = 0 }: Manifest): string {
  return `${created}.${revision}`;
}

/** Messages in all; rows of the table may stand for several. */
export function messageTotal({ messages, tables }: Manifest): number {
  return messages ?? tables.messages?.rows ?? 0;
}

type Upgrader = (older: Record<string, unknown>) => Record<string, unknown>;

/** upgraders[n] turns version n into n + 1. */
const upgraders: Readonly<Record<number, Upgrader>> = {
  // Version 2 knows two more tables, which older datasets do not have.
  1: (older) => ({ ...older, version: 2 }),
  // Version 3 counts messages in a column of their own; the tables of older datasets stay as they are.
  2: (older) => ({ ...older, version: 3, tablesVersion: 2 }),
  // Version 4 tells the stream, depth and kind of spans, and knows four more tables.
  3: (older) => ({ tablesVersion: 3, ...older, version: 4 }),
  // Version 5 tells the step of the program to which a message belongs, and knows the tables of phases.
  4: (older) => ({ tablesVersion: 4, ...older, version: 5 }),
  // Version 6 tells processor times of calls, and sockets and cores of ranks.
  5: (older) => ({ tablesVersion: 5, ...older, version: 6 }),
};

export function parseManifest(text: string, file: string): Manifest {
  const raw = parseJson(text, file);
  if (raw.format !== 'weft') {
    throw new WeftError({
      code: 'NOT-A-DATASET',
      message: 'this manifest.json does not belong to a Weft dataset',
      file,
      advice: 'Open a folder that `weft import`, `weft simulate` or `weft demo` made.',
    });
  }
  const result = manifestSchema.safeParse(upgrade(raw, file));
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw new WeftError({
    code: 'BAD-MANIFEST',
    message: `the manifest is damaged: ${issue?.path.join('.') || 'root'}: ${issue?.message ?? 'invalid'}`,
    file,
    advice: 'Import or simulate the dataset again.',
  });
}

function upgrade(raw: Record<string, unknown>, file: string): Record<string, unknown> {
  let manifest = raw;
  for (;;) {
    const { version } = manifest;
    if (version === MANIFEST_VERSION) return manifest;
    const upgrader = typeof version === 'number' ? upgraders[version] : undefined;
    if (!upgrader) throw versionError(version, file);
    manifest = upgrader(manifest);
  }
}

function versionError(version: unknown, file: string): WeftError {
  const newer = typeof version === 'number' && version > MANIFEST_VERSION;
  return new WeftError({
    code: newer ? 'DATASET-TOO-NEW' : 'BAD-MANIFEST',
    message: newer
      ? `the dataset has version ${version}, which a newer Weft wrote; this one reads up to version ${MANIFEST_VERSION}`
      : `the manifest has no readable version (${String(version)})`,
    file,
    advice: newer ? 'Update Weft; the dataset stays as it is.' : 'Import or simulate the dataset again.',
  });
}

function parseJson(text: string, file: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return value as Record<string, unknown>;
    }
  } catch {
    // falls through to the one error below
  }
  throw new WeftError({
    code: 'BAD-MANIFEST',
    message: 'manifest.json is not a JSON object',
    file,
    advice: 'Import or simulate the dataset again.',
  });
}

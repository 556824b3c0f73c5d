import { WeftError } from '@weft/model';
import { z } from 'zod';
import { readPlainFile } from './read-plain-file.ts';

const vertex = z.number().int().nonnegative();

const cable = z.strictObject({
  from: vertex.describe('vertex the link leaves'),
  to: vertex.describe('vertex the link enters'),
  fromPort: z.number().int().optional().describe('port on `from`; left out: the first link between the two'),
});

const faultsSchema = z.strictObject({
  links: z
    .array(cable.extend({ speed: z.number().positive().max(1).describe('share of its speed that is left') }))
    .default([]),
  missing: z.array(cable).default([]),
  ranks: z
    .array(
      z.strictObject({
        job: z.string(),
        rank: z.number().int().nonnegative(),
        compute: z.number().nonnegative().max(1e6).describe('factor of its compute times'),
      }),
    )
    .default([]),
  stuck: z.array(z.strictObject({ switch: vertex })).default([]),
});

/** What ails a machine, in vertex ids of its network. */
export type Faults = z.output<typeof faultsSchema>;

/** What links and routes of a dataset show; slow links and slow ranks are hidden. */
export type VisibleFaults = Pick<Faults, 'missing' | 'stuck'>;

export const NO_VISIBLE_FAULTS: VisibleFaults = { missing: [], stuck: [] };

export function faultsError(path: readonly (string | number)[], rule: string, file?: string): WeftError {
  const record = path.join('.') || 'faults';
  return new WeftError({
    code: 'BAD-FAULTS',
    message: `${record}: ${rule}`,
    file,
    record,
    advice: 'See docs/scenarios.md, Faults.',
  });
}

export function loadFaults(file: string): Faults {
  let raw: unknown;
  try {
    raw = JSON.parse(readPlainFile(file));
  } catch (error) {
    const message = error instanceof SyntaxError ? `not JSON: ${error.message}` : 'cannot read the faults';
    throw new WeftError({ code: 'BAD-FAULTS', message, file, advice: 'See docs/scenarios.md, Faults.' });
  }
  return parseFaults(raw, file);
}

export function parseFaults(raw: unknown, file?: string): Faults {
  const parsed = faultsSchema.safeParse(raw);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const path = issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part));
  const rule = issue.code === 'unrecognized_keys' ? `unknown key ${issue.keys.join(', ')}` : issue.message;
  throw faultsError(path, rule, file);
}

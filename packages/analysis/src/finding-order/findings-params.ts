import { carriedMetric, type Manifest } from '@weft/model';
import { z } from 'zod';

export const findingsParams = z.strictObject({
  /** The metric of counters that tells what links carry, bytes where they are counted; null = none does. */
  metric: z.string().nullable().default(null),
  /** Of the metric. */
  unit: z.string().default('B'),
  /** Nanoseconds between samples, where it is known. */
  interval: z.number().positive().nullable().default(null),
  /** Unix time of time 0 in nanoseconds, as text. */
  origin: z.string().nullable().default(null),
  /** What an import could not read. */
  diagnostics: z.array(z.object({ code: z.string(), count: z.number(), text: z.string() })).default([]),
});

export type FindingsParams = z.infer<typeof findingsParams>;

/** What the manifest of a dataset says that tables do not. */
export function findingsParamsOf(
  manifest: Pick<Manifest, 'metrics' | 'interval' | 'origin' | 'diagnostics' | 'provenance'>,
): FindingsParams {
  const imported = manifest.provenance.some(({ kind }) => kind === 'import');
  const carried = carriedMetric(manifest.metrics);
  return {
    metric: carried?.name ?? null,
    unit: carried?.unit ?? 'B',
    interval: manifest.interval,
    origin: manifest.origin,
    diagnostics: imported ? manifest.diagnostics : [],
  };
}

import type { SiteFacts } from '../facts/site-facts.ts';
import { routeEpochs } from './write-routes.ts';

/** Nanoseconds are exact up to 2^53: 104 days. */
const LONGEST_SECONDS = 9_000_000;

/** Whole Unix seconds of time 0: the first time that files tell of, but at most 104 days before the last; null = none tells any. */
export function siteOrigin({ jobs, routes }: SiteFacts, samples: readonly (number | null)[]): number | null {
  const times = [
    ...samples,
    ...jobs.jobs.flatMap(({ start, end }) => [start, end]),
    ...routeEpochs(routes),
  ].filter((time) => time !== null);
  if (times.length === 0) return null;
  const first = times.reduce((a, b) => Math.min(a, b));
  const last = times.reduce((a, b) => Math.max(a, b));
  return Math.max(Math.floor(first), Math.ceil(last) - LONGEST_SECONDS);
}

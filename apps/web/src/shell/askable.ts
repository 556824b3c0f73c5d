import type { Manifest, Selection } from '@weft/model';

/** What "Why?" asks about a selection, in words; null where it asks nothing. */
export function askable({ links, jobs, ranks, time }: Selection, { tables }: Manifest): string | null {
  if (links.length === 1) return 'this link is full';
  if (jobs.length === 1 || (ranks.length > 0 && tables.jobs?.rows === 1)) {
    return time ? 'this phase of the job is slow' : 'this job is slow';
  }
  return time ? 'links are full in this time' : null;
}

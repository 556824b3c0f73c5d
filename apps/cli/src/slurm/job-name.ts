import { createHash } from 'node:crypto';

/** The name of the jobs that do this work for this folder, and of no others. */
export function jobName(work: string, folder: string): string {
  const digest = createHash('sha256').update(folder).digest('hex').slice(0, 12);
  return `weft-${work}-${digest}`;
}

import type { JobIndex } from '@weft/model';
import { categoryColour } from './categories.ts';

/** A job has the same colour in every view, in every session. */
export function jobColour(job: JobIndex): string {
  return categoryColour(job);
}

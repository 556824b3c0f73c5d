import { categoryColours } from './categories.ts';
import { mixStops } from './rgb.ts';

const PALE = '#b4b9c0';
const PALENESS = 0.45;

/** The colour of a function, loop or kernel by its name, the same in every trace and paler than those of MPI calls. */
export function regionColour(name: string): string {
  let hash = 0;
  for (let at = 0; at < name.length; at++) hash = (Math.imul(hash, 31) + name.charCodeAt(at)) | 0;
  const colour = categoryColours[(hash >>> 0) % categoryColours.length];
  return mixStops([colour, PALE], PALENESS);
}

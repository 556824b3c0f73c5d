import { categoryColours } from '../colour/categories.ts';

/** Blue is left to the selection. */
const SELECTION_LIKE = '#0072b2';
const hues = categoryColours.filter((colour) => colour !== SELECTION_LIKE);

/** Colour of the nth run of a panel. */
export function runColour(index: number): string {
  return hues[index % hues.length];
}

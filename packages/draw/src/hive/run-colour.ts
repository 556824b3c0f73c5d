import { categoryColour } from '../colour/categories.ts';

/** Colour of the nth run of a panel. */
export function runColour(index: number): string {
  return categoryColour(index);
}

import { categoryColours } from './categories.ts';
import { mixStops } from './rgb.ts';

const PALE = '#b4b9c0';
/** How pale regions are, beside calls of MPI: the first shade until all its colours are taken, then the next. */
const SHADES = [0.45, 0.75, 0.2];

/** The colour of a function, loop or kernel by its name alone. */
export function regionColour(name: string): string {
  return shaded(SHADES[0], placeOf(name));
}

/**
 * Colours of the regions of a trace, which come with the most important first: a region has the colour of its name
 * unless one before it has that, and then the next that is free. Past all shades colours come again.
 */
export function regionColours(names: Iterable<string>): Map<string, string> {
  const colours = new Map<string, string>();
  const free = SHADES.map(() => new Set(categoryColours.keys()));
  for (const name of new Set(names)) {
    const shade = free.findIndex(({ size }) => size > 0);
    const place = shade < 0 ? placeOf(name) : nextFree(free[shade], placeOf(name));
    free[shade]?.delete(place);
    colours.set(name, shaded(SHADES[Math.max(0, shade)], place));
  }
  return colours;
}

function nextFree(free: ReadonlySet<number>, wanted: number): number {
  let place = wanted;
  while (!free.has(place)) place = (place + 1) % categoryColours.length;
  return place;
}

function placeOf(name: string): number {
  let hash = 0;
  for (let at = 0; at < name.length; at++) hash = (Math.imul(hash, 31) + name.charCodeAt(at)) | 0;
  return (hash >>> 0) % categoryColours.length;
}

function shaded(paleness: number, place: number): string {
  return mixStops([categoryColours[place], PALE], paleness);
}

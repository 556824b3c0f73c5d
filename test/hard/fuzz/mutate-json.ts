import type { Random } from '@weft/model';

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

const EXTREMES: readonly Json[] = [
  ...[
    null,
    true,
    0,
    -1,
    1e-300,
    1e308,
    2 ** 31,
    2 ** 53,
    '',
    '__proto__',
    '../x',
    '\u0000',
    'x'.repeat(10_000),
  ],
  [],
  {},
  [[[[[[[]]]]]]],
  { __proto__: null, constructor: { prototype: 1 } },
];

/** A copy with one to four places changed: other values, missing or doubled parts, parts of elsewhere. */
export function mutateJson(value: Json, random: Random): Json {
  const copy: { root: Json } = { root: structuredClone(value) };
  for (let turn = 1 + random.below(4); turn > 0; turn--) mutateOnce(copy, random);
  return copy.root;
}

interface Place {
  readonly parent: { [key: string]: Json } | Json[];
  readonly key: string;
}

function mutateOnce(copy: { root: Json }, random: Random): void {
  const places = placesIn({ parent: copy, key: 'root' });
  const { parent, key } = places[random.below(places.length)];
  const holder = parent as { [key: string]: Json };
  switch (random.below(4)) {
    case 0:
      delete holder[key];
      return;
    case 1:
      holder[key] = [structuredClone(holder[key]), structuredClone(holder[key])];
      return;
    case 2: {
      const other = places[random.below(places.length)];
      holder[key] = structuredClone((other.parent as { [key: string]: Json })[other.key]);
      return;
    }
    default:
      holder[key] = structuredClone(EXTREMES[random.below(EXTREMES.length)]);
  }
}

function placesIn(place: Place): Place[] {
  const value = (place.parent as { [key: string]: Json })[place.key];
  if (value === null || typeof value !== 'object') return [place];
  return [place, ...Object.keys(value).flatMap((key) => placesIn({ parent: value, key }))];
}

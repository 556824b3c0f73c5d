import type { TorusShape } from '@weft/network';

/** `d0e1`: the values that all nodes of a group of planes share. */
export function printGroup(values: readonly number[], { names }: Pick<TorusShape, 'names'>): string {
  return values.map((value, dimension) => (value < 0 ? '' : `${names[dimension]}${value}`)).join('') || WHOLE;
}

/** Values by dimension, -1 = any; null where the text names no values of this torus. `-` stands for the only group there is. */
export function parseGroup(
  text: string,
  { names, sizes }: Pick<TorusShape, 'names' | 'sizes'>,
): number[] | null {
  const values = new Array<number>(sizes.length).fill(-1);
  if (text === WHOLE) return values;
  for (const [, name, digits] of text.matchAll(/([a-z])(\d+)/g)) {
    const dimension = names.indexOf(name);
    if (dimension < 0 || Number(digits) >= sizes[dimension]) return null;
    values[dimension] = Number(digits);
  }
  return values.some((value) => value >= 0) ? values : null;
}

const WHOLE = '-';

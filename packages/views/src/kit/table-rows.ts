import { type TextColumn, textAt } from '@weft/model';

export interface SortOrder<Key extends string = string> {
  readonly column: Key;
  readonly descending: boolean;
}

/** Rows in the order of a numeric key; equal keys and rows without one (NaN) keep id order, the latter last. */
export function sortRows(rows: Int32Array, key: ArrayLike<number>, descending: boolean): Int32Array {
  const sign = descending ? -1 : 1;
  return rows.sort((a, b) => {
    const x = key[a];
    const y = key[b];
    if (Number.isNaN(x) || Number.isNaN(y)) return Number(Number.isNaN(x)) - Number(Number.isNaN(y)) || a - b;
    return (x - y) * sign || a - b;
  });
}

/** Place of each row's text in alphabetical order: text sorts as fast as numbers. NaN = no text. */
export function textRanks(column: TextColumn): Float64Array {
  const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
  const order = column.dictionary.map((_, code) => code);
  order.sort((a, b) => collator.compare(column.dictionary[a], column.dictionary[b]));
  const rankOf = new Float64Array(order.length);
  order.forEach((code, rank) => {
    rankOf[code] = rank;
  });
  return Float64Array.from(column.codes, (code) => (code < 0 ? Number.NaN : rankOf[code]));
}

/** For each code of a text column: does it contain the (lower-case) words? */
export function dictionaryMatches(column: TextColumn, word: string): Uint8Array {
  return Uint8Array.from(column.dictionary, (text) => (text.toLowerCase().includes(word) ? 1 : 0));
}

/** The rows a click selects: alone, toggled (ctrl), or everything since the anchor (shift). */
export function clickSelection(
  order: Int32Array,
  selected: ReadonlySet<number>,
  place: number,
  anchor: number,
  how: { readonly toggle: boolean; readonly extend: boolean },
): Set<number> {
  const row = order[place];
  if (how.extend && anchor >= 0) {
    const next = new Set(how.toggle ? selected : []);
    for (let at = Math.min(anchor, place); at <= Math.max(anchor, place); at++) next.add(order[at]);
    return next;
  }
  if (how.toggle) {
    const next = new Set(selected);
    if (!next.delete(row)) next.add(row);
    return next;
  }
  return selected.size === 1 && selected.has(row) ? new Set() : new Set([row]);
}

export function textOrDash(column: TextColumn, row: number): string {
  return textAt(column, row) ?? '–';
}

import type { Network, Selection, TextColumn } from '@weft/model';

/**
 * 1 where a link passes: value range (or its complement), class, direction, and the routes of the chosen sources,
 * destinations, jobs and links.
 */
export function filterLinks(
  network: Network,
  totals: Float64Array | null,
  selection: Selection,
  routes: { readonly links: Uint8Array } | null,
  visible: Uint8Array,
): Uint8Array {
  const { links } = network;
  visible.fill(1);
  if (totals && selection.value) keepValues(totals, selection.value, selection.outside, visible);
  keepTexts(links.class, selection.classes, visible);
  keepTexts(links.direction, selection.directions, visible);
  if (routes) keepMarked(routes.links, visible);
  return visible;
}

function keepValues(
  totals: Float64Array,
  [from, to]: readonly [number, number],
  outside: boolean,
  visible: Uint8Array,
): void {
  const kept = outside ? 0 : 1;
  for (let link = 0; link < visible.length; link++) {
    const value = totals[link];
    visible[link] = value >= from && value <= to ? kept : 1 - kept;
  }
}

function keepTexts(column: TextColumn, texts: readonly string[], visible: Uint8Array): void {
  if (texts.length === 0) return;
  const kept = column.dictionary.map((text) => texts.includes(text));
  for (let link = 0; link < visible.length; link++) {
    if (!kept[column.codes[link]]) visible[link] = 0;
  }
}

function keepMarked(marks: Uint8Array, visible: Uint8Array): void {
  for (let link = 0; link < visible.length; link++) visible[link] &= marks[link];
}

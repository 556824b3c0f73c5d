import type { Network, Selection, TextColumn } from '@weft/model';

/**
 * 1 where a link passes: value range (or its complement), class, direction, chosen links, source and
 * destination vertices. Jobs and ranks say nothing about a link by themselves: views that know routes do.
 */
export function filterLinks(
  network: Network,
  totals: Float64Array | null,
  selection: Selection,
  visible: Uint8Array,
): Uint8Array {
  const { links } = network;
  visible.fill(1);
  if (totals && selection.value) keepValues(totals, selection.value, selection.outside, visible);
  keepTexts(links.class, selection.classes, visible);
  keepTexts(links.direction, selection.directions, visible);
  if (selection.links.length > 0) keepIndices(links.id, selection.links, network.linkCount, visible);
  if (selection.sources.length > 0) keepIndices(links.src, selection.sources, network.vertexCount, visible);
  if (selection.destinations.length > 0) {
    keepIndices(links.dst, selection.destinations, network.vertexCount, visible);
  }
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

function keepIndices(
  column: Int32Array,
  indices: readonly number[],
  count: number,
  visible: Uint8Array,
): void {
  const kept = new Uint8Array(count);
  for (const index of indices) kept[index] = 1;
  for (let link = 0; link < visible.length; link++) {
    if (kept[column[link]] === 0) visible[link] = 0;
  }
}

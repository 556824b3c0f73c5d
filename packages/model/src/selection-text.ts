import { emptySelection, type Selection, selectionSchema } from './selection.ts';

/** Compact text for a URL: only what differs from the empty selection. */
export function encodeSelection(selection: Selection): string {
  const params = new URLSearchParams();
  for (const key of selectionKeys) {
    const value = selection[key];
    if (JSON.stringify(value) === JSON.stringify(emptySelection[key])) continue;
    params.set(key, printPart(value));
  }
  return params.toString();
}

/** The selection of a URL; parts that make no sense are left out, and `unreadableKeys` names them. */
export function decodeSelection(text: string): Selection {
  let selection = emptySelection;
  for (const [key, value] of new URLSearchParams(text))
    selection = withPart(selection, key, value) ?? selection;
  return selection;
}

/** Keys of the selection whose value in the URL makes no sense. */
export function unreadableKeys(text: string): string[] {
  const own = [...new URLSearchParams(text)].filter(([key]) => isSelectionKey(key));
  return own.filter(([key, value]) => withPart(emptySelection, key, value) === null).map(([key]) => key);
}

export function isSelectionKey(key: string): key is keyof Selection {
  return selectionKeys.some((own) => own === key);
}

const selectionKeys = selectionSchema.keyof().options;

function printPart(value: Selection[keyof Selection]): string {
  if (typeof value === 'string') return value;
  const indices = Array.isArray(value) && value.every(Number.isInteger);
  return indices && value.length > 2 ? printIndices(value) : JSON.stringify(value);
}

/** In their order, runs as ranges: `0-255.300`. */
function printIndices(indices: readonly (string | number)[]): string {
  const parts: string[] = [];
  for (let i = 0; i < indices.length; ) {
    let end = i;
    while (end + 1 < indices.length && indices[end + 1] === Number(indices[end]) + 1) end++;
    parts.push(end > i ? `${indices[i]}-${indices[end]}` : `${indices[i]}`);
    i = end + 1;
  }
  return parts.join('.');
}

/** No list of an address is longer: one that says so is no list. */
const MOST_INDICES = 2_000_000;

/** Null where the text is no list of ranges. */
function parseIndices(text: string): number[] | null {
  if (!/^\d+(-\d+)?(\.\d+(-\d+)?)+$|^\d+-\d+$/.test(text)) return null;
  const runs = text.split('.').map((part) => part.split('-').map(Number));
  const lengths = runs.map(([first, last = first]) => last - first + 1);
  const total = lengths.reduce((sum, length) => sum + length, 0);
  if (total > MOST_INDICES || lengths.some((length) => length < 1)) return null;
  return runs.flatMap(([first], run) => Array.from({ length: lengths[run] }, (_, i) => first + i));
}

/** A text that looks like JSON or like ranges may still be the name of a metric. */
function withPart(selection: Selection, key: string, text: string): Selection | null {
  if (!isSelectionKey(key)) return null;
  const candidates = [parseIndices(text) ?? text, parseValue(text), text];
  for (const value of candidates) {
    const parsed = selectionSchema.safeParse({ ...selection, [key]: value });
    if (parsed.success) return parsed.data;
  }
  return null;
}

function parseValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

import { emptySelection, type Selection, selectionSchema } from './selection.ts';

/** Compact text for a URL: only what differs from the empty selection. */
export function encodeSelection(selection: Selection): string {
  const params = new URLSearchParams();
  for (const key of selectionKeys) {
    const value = selection[key];
    if (JSON.stringify(value) === JSON.stringify(emptySelection[key])) continue;
    params.set(key, typeof value === 'string' ? value : JSON.stringify(value));
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

/** A text that looks like JSON may still be the name of a metric. */
function withPart(selection: Selection, key: string, text: string): Selection | null {
  if (!isSelectionKey(key)) return null;
  for (const value of [parseValue(text), text]) {
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

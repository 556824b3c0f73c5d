/** 1 for each name that is shown; null = all are. */
export function shownCalls(names: readonly string[], chosen: readonly string[]): Uint8Array | null {
  if (chosen.length === 0) return null;
  return Uint8Array.from(names, (name) => (chosen.includes(name) ? 1 : 0));
}

let byKeys = false;

if (typeof window !== 'undefined') {
  window.addEventListener('keydown', () => (byKeys = true), { capture: true });
  for (const kind of ['pointermove', 'pointerdown'])
    window.addEventListener(kind, () => (byKeys = false), { capture: true });
}

/** Whether what happens now follows from a key, not from the pointer. */
export function movedByKeys(): boolean {
  return byKeys;
}

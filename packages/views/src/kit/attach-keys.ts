import { attachListeners } from './attach-listeners.ts';

/** Plain keys and what they do now; keys held with ctrl, alt or meta are left to the page. */
export function attachKeys(
  element: HTMLElement,
  actions: () => Readonly<Record<string, () => void>>,
): () => void {
  return attachListeners(element, {
    keydown(event) {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const moves = actions();
      if (!Object.hasOwn(moves, event.key)) return;
      moves[event.key]();
      event.preventDefault();
      event.stopPropagation();
    },
  });
}

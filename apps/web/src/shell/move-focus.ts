import type { TargetedKeyboardEvent } from 'preact';

/** Arrow, Home and End keys walk through the elements of a list that match the selector. */
export function moveFocus(event: TargetedKeyboardEvent<HTMLElement>, selector: string): void {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>(selector)];
  const at = items.findIndex((item) => item.matches(':focus'));
  const next = nextIndex(event.key, at, items.length);
  if (next === null) return;
  event.preventDefault();
  event.stopPropagation();
  items[next]?.focus();
}

function nextIndex(key: string, at: number, count: number): number | null {
  switch (key) {
    case 'ArrowDown':
      return (at + 1) % count;
    case 'ArrowUp':
      return (Math.max(at, 0) + count - 1) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}

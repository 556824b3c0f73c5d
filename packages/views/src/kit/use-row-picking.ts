import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { clickSelection } from './table-rows.ts';

interface PickableRows {
  /** Row ids in the order shown. */
  readonly order: Int32Array;
  readonly selected: ReadonlySet<number>;
  readonly onSelect: (rows: Set<number>) => void;
  readonly onOpen?: (row: number) => void;
}

interface PickHow {
  readonly toggle: boolean;
  readonly extend: boolean;
}

/** The active row of a table, and what clicks and keys do to it and to the selection. */
export function useRowPicking(
  { order, selected, onSelect, onOpen }: PickableRows,
  rowsPerPage: number,
  reveal: (place: number) => void,
) {
  const anchor = useRef(-1);
  const [active, showActive] = useState(0);
  // What keys act on: the next one may come before the page has drawn what the last one did.
  const now = useRef({ active, selected });
  now.current = { active, selected };
  const setActive = (place: number): void => {
    now.current.active = place;
    showActive(place);
  };

  useLayoutEffect(() => {
    const end = Math.max(0, order.length - 1);
    if (active <= end) return;
    now.current.active = end;
    showActive(end);
  }, [active, order.length]);

  const pick = (place: number, how: PickHow): void => {
    setActive(place);
    const picked = clickSelection(order, now.current.selected, place, anchor.current, how);
    now.current.selected = picked;
    onSelect(picked);
    if (!how.extend) anchor.current = place;
  };
  const goTo = (place: number, extend: boolean): void => {
    const next = Math.min(Math.max(place, 0), order.length - 1);
    setActive(next);
    if (extend) pick(next, { toggle: false, extend: true });
    reveal(next);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (order.length === 0) return;
    const place = now.current.active;
    const target = keyTarget(event.key, place, Math.max(1, rowsPerPage - 1), order.length);
    if (target !== null) goTo(target, event.shiftKey);
    else if (event.key === ' ') pick(place, { toggle: true, extend: false });
    else if (event.key === 'Enter') onOpen?.(order[place]);
    else if (event.key === 'a' && (event.ctrlKey || event.metaKey)) onSelect(new Set(order));
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return { active, pick, onKeyDown };
}

function keyTarget(key: string, active: number, page: number, count: number): number | null {
  switch (key) {
    case 'ArrowDown':
      return active + 1;
    case 'ArrowUp':
      return active - 1;
    case 'PageDown':
      return active + page;
    case 'PageUp':
      return active - page;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}

import type { ComponentChildren } from 'preact';
import { useId, useRef, useState } from 'preact/hooks';
import { moveFocus } from './move-focus.ts';

export type MenuItem =
  | { readonly kind: 'heading'; readonly label: string }
  | { readonly kind: 'separator' }
  | {
      readonly kind: 'action';
      readonly label: string;
      readonly hint?: string;
      /** Why it cannot be chosen. */
      readonly refused?: string | null;
      readonly checked?: boolean;
      readonly onPick: () => void;
    };

interface MenuProps {
  readonly label: string;
  readonly class?: string;
  readonly children: ComponentChildren;
  /** Made when the menu opens. */
  readonly items: () => readonly MenuItem[];
  readonly align?: 'left' | 'right';
}

/** A button with a list of actions in the browser's top layer. */
export function Menu({ label, class: className, children, items, align = 'left' }: MenuProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const pick = (item: MenuItem) => {
    if (item.kind !== 'action' || item.refused) return;
    list.current?.hidePopover();
    item.onPick();
  };
  const onToggle = (event: { newState: string }) => {
    const opened = event.newState === 'open';
    setOpen(opened);
    if (opened) requestAnimationFrame(() => placeList(button.current, list.current, align));
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        class={className ?? 'button'}
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={open}
        popovertarget={id}
      >
        {children}
      </button>
      <div
        ref={list}
        id={id}
        class="menu"
        popover="auto"
        role="menu"
        tabIndex={-1}
        aria-label={label}
        onToggle={onToggle}
        onKeyDown={(event) => moveFocus(event, '[role^=menuitem]')}
      >
        {open && items().map((item, index) => <MenuRow key={index} item={item} onPick={pick} />)}
      </div>
    </>
  );
}

function MenuRow({ item, onPick }: { item: MenuItem; onPick: (item: MenuItem) => void }) {
  if (item.kind === 'separator') return <hr class="menu-separator" />;
  if (item.kind === 'heading') return <div class="menu-heading">{item.label}</div>;
  const checkable = item.checked !== undefined;
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: only menuitemradio gets aria-checked
    <button
      type="button"
      role={checkable ? 'menuitemradio' : 'menuitem'}
      class="menu-item"
      tabIndex={-1}
      aria-disabled={item.refused ? true : undefined}
      aria-checked={checkable ? item.checked : undefined}
      onClick={() => onPick(item)}
    >
      <span class="menu-label">{item.label}</span>
      {item.hint && <kbd>{item.hint}</kbd>}
      {item.refused && <span class="menu-reason">{item.refused}</span>}
    </button>
  );
}

const MARGIN = 8;

function placeList(button: HTMLElement | null, list: HTMLElement | null, align: 'left' | 'right'): void {
  if (!button || !list) return;
  const anchor = button.getBoundingClientRect();
  const { width, height } = list.getBoundingClientRect();
  const wanted = align === 'left' ? anchor.left : anchor.right - width;
  const below = anchor.bottom + 2;
  const fits = below + height <= innerHeight - MARGIN;
  list.style.left = `${Math.max(MARGIN, Math.min(wanted, innerWidth - width - MARGIN))}px`;
  list.style.top = `${fits ? below : Math.max(MARGIN, innerHeight - height - MARGIN)}px`;
  list.querySelector<HTMLElement>('[aria-checked=true], [role^=menuitem]')?.focus();
}

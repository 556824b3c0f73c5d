import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

interface DialogProps {
  readonly label: string;
  readonly class: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** Modal: keeps the focus, closes by Esc or a click beside it. */
export function Dialog({ label, class: className, onClose, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  // At once: what is typed right after the key that opens it belongs into it.
  useLayoutEffect(() => {
    element.current?.showModal();
  }, []);
  return (
    <dialog
      ref={element}
      class={`dialog ${className}`}
      aria-label={label}
      onClose={onClose}
      onPointerDown={(event) => {
        if (event.target === event.currentTarget) event.currentTarget.close();
      }}
    >
      <div class="dialog-content">{children}</div>
    </dialog>
  );
}

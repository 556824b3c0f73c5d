import type { ReadonlySignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import './kit.css';

export interface TooltipLine {
  readonly label: string;
  readonly value: string;
  readonly colour?: string;
}

export interface TooltipContent {
  /** Pointer, in CSS pixels of the view's body. */
  readonly x: number;
  readonly y: number;
  readonly title: string;
  readonly lines: readonly TooltipLine[];
}

/** The one tooltip of a view: exact numbers by the pointer. Only this component renders on a mouse move. */
export function Tooltip({
  content,
  width,
  height,
}: {
  readonly content: ReadonlySignal<TooltipContent | null>;
  readonly width: number;
  readonly height: number;
}) {
  const element = useRef<HTMLDivElement>(null);
  const shown = content.value;
  useLayoutEffect(() => {
    if (shown && element.current) placeBeside(element.current, shown, width, height);
  });
  if (!shown) return null;
  return (
    <div class="kit-tooltip" role="tooltip" ref={element}>
      <div class="kit-tooltip-title">{shown.title}</div>
      {shown.lines.map((line) => (
        <div class="kit-tooltip-line" key={line.label}>
          {line.colour && <span class="kit-swatch" style={{ background: line.colour }} />}
          <span class="kit-tooltip-label">{line.label}</span>
          <span class="kit-tooltip-value">{line.value}</span>
        </div>
      ))}
    </div>
  );
}

const GAP = 14;

/** Right of and below the pointer, or on the other side where there is no room; never outside of the view. */
function placeBeside(element: HTMLElement, { x, y }: TooltipContent, width: number, height: number): void {
  const { offsetWidth, offsetHeight } = element;
  const left = x + GAP + offsetWidth <= width ? x + GAP : x - GAP - offsetWidth;
  const top = y + GAP + offsetHeight <= height ? y + GAP : y - GAP - offsetHeight;
  element.style.left = `${Math.max(0, Math.min(left, width - offsetWidth))}px`;
  element.style.top = `${Math.max(0, Math.min(top, height - offsetHeight))}px`;
}

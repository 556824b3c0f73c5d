import type { ReadonlySignal } from '@preact/signals';
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
  const shown = content.value;
  if (!shown) return null;
  const right = shown.x > width / 2;
  const below = shown.y > height / 2;
  const style = {
    left: right ? 'auto' : `${shown.x + 14}px`,
    right: right ? `${width - shown.x + 14}px` : 'auto',
    top: below ? 'auto' : `${shown.y + 14}px`,
    bottom: below ? `${height - shown.y + 14}px` : 'auto',
  };
  return (
    <div class="kit-tooltip" role="tooltip" style={style}>
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

import type { ReadonlySignal } from '@preact/signals';
import './kit.css';
import { movedByKeys } from './last-input.ts';

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

/**
 * The one tooltip of a view: exact numbers by the pointer, and spoken where keys lead to them. Only this component renders
 * on a mouse move. Views that say more by themselves are not `spoken`.
 */
export function Tooltip({
  content,
  width,
  height,
  spoken = true,
}: {
  readonly content: ReadonlySignal<TooltipContent | null>;
  readonly width: number;
  readonly height: number;
  readonly spoken?: boolean;
}) {
  const shown = content.value;
  return (
    <>
      {shown && <Card shown={shown} width={width} height={height} />}
      {spoken && (
        <div class="kit-spoken" aria-live="polite">
          {shown && movedByKeys() ? sentenceOf(shown) : ''}
        </div>
      )}
    </>
  );
}

function sentenceOf({ title, lines }: TooltipContent): string {
  return [title, ...lines.map(({ label, value }) => `${label} ${value}`)].join(', ');
}

function Card({
  shown,
  width,
  height,
}: {
  readonly shown: TooltipContent;
  readonly width: number;
  readonly height: number;
}) {
  const transform = `translate(${beside(shown.x, width)}, ${beside(shown.y, height)})`;
  return (
    <div class="kit-tooltip" role="tooltip" style={{ transform }}>
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

/**
 * After the pointer in the first half of the view, before it in the second, never outside. A percentage is one of the
 * tooltip's own size: the browser places it without being asked for that size.
 */
function beside(at: number, size: number): string {
  const wanted = at < size / 2 ? `${at + GAP}px` : `${at - GAP}px - 100%`;
  return `max(0px, min(${wanted}, ${size}px - 100%))`;
}

import { useRef } from 'preact/hooks';
import type { Border } from '../panels/panel-rects.ts';
import type { ChangeHow } from '../workspace/page-history.ts';

const SMALLEST = 96;
const KEY_STEP = 16;

/** The line between two panels: drag it, or focus it and use the arrow keys. */
export function Splitter({
  border,
  onMove,
}: {
  border: Border;
  onMove: (share: number, how: ChangeHow) => void;
}) {
  const grip = useRef<number | null>(null);
  const row = border.direction === 'row';
  const place = row ? border.rect.x : border.rect.y;
  const position = (event: PointerEvent) => (row ? event.clientX : event.clientY);
  const moveTo = (pixels: number, how: ChangeHow) => {
    const room = Math.min(SMALLEST, border.span / 2);
    const kept = Math.min(border.span - room, Math.max(room, pixels - border.start));
    onMove((kept / border.span) * border.bothShares, how);
  };
  const letGo = () => {
    grip.current = null;
    onMove(border.share, 'commit');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const back = row ? 'ArrowLeft' : 'ArrowUp';
    const forth = row ? 'ArrowRight' : 'ArrowDown';
    if (event.key === back) moveTo(place - KEY_STEP, 'commit');
    else if (event.key === forth) moveTo(place + KEY_STEP, 'commit');
    else if (event.key === 'Enter') onMove(border.bothShares / 2, 'commit');
    else return;
    event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a focusable separator is a window splitter, <hr> is not
    <div
      class={`splitter ${row ? 'splitter-row' : 'splitter-column'}`}
      role="separator"
      tabIndex={0}
      aria-label={row ? 'Width of the panels beside' : 'Height of the panels above and below'}
      aria-orientation={row ? 'vertical' : 'horizontal'}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round((100 * border.share) / border.bothShares)}
      style={{
        left: `${border.rect.x}px`,
        top: `${border.rect.y}px`,
        width: `${border.rect.width}px`,
        height: `${border.rect.height}px`,
      }}
      onPointerDown={(event) => {
        grip.current = position(event) - place;
        event.currentTarget.setPointerCapture(event.pointerId);
        event.preventDefault();
        event.currentTarget.focus();
      }}
      onPointerMove={(event) => {
        if (grip.current !== null) moveTo(position(event) - grip.current, 'live');
      }}
      onPointerUp={letGo}
      onPointerCancel={letGo}
      onDblClick={() => onMove(border.bothShares / 2, 'commit')}
      onKeyDown={onKeyDown}
    />
  );
}

import { extendRange, moveRange } from '@weft/metrics';
import type { Session } from '../session/session.ts';

/** The keys of the workbench, as the help overlay lists them. */
export const keys: readonly (readonly [string, string])[] = [
  ['← →', 'move the time range by its own length'],
  ['Alt ← →', 'move the time range by one step'],
  ['Shift ← →', 'make the time range one step longer'],
  ['Space', 'play or pause; what grows goes on live'],
  ['Esc', 'clear the last narrowing of the selection'],
  ['Ctrl Z', 'undo the last change: selection, zoom, panels, options'],
  ['Ctrl Shift Z', 'redo it'],
  ['/', 'search switches, hosts, links and jobs'],
  ['?', 'this help'],
  ['Tab', 'next control, panel or splitter'],
  ['Arrows on a splitter', 'move it; Enter makes both sides equal'],
];

/** Keys that a focused control uses itself; views say so by preventDefault. */
const ownKeys: readonly (readonly [string, RegExp])[] = [
  ['input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]', /./],
  ['[role=menu], [role=listbox], [role=slider], [role=separator]', /^Arrow|^Home$|^End$|^Enter$/],
  ['button, a[href], input, summary, [role=button], [role=checkbox], [role=option]', /^ $|^Enter$/],
];

export function handleKey(session: Session, event: KeyboardEvent): void {
  if (event.defaultPrevented || isCovered(session)) return;
  if (usesKey(event)) return;
  const action = actionFor(session, event);
  if (!action) return;
  event.preventDefault();
  action();
}

/** Also by what opens with the next frame: what is typed meanwhile is not meant for the page. */
function isCovered({ page }: Session): boolean {
  return page.overlay.value !== null || document.querySelector('dialog[open], :popover-open') !== null;
}

function usesKey({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false;
  return ownKeys.some(([selector, taken]) => taken.test(key) && target.closest(selector) !== null);
}

function actionFor(session: Session, event: KeyboardEvent): (() => void) | null {
  const { workspace, history, page, player } = session;
  const { key } = event;
  if (event.ctrlKey || event.metaKey) {
    if (key.toLowerCase() === 'z') return event.shiftKey ? history.redo : history.undo;
    return key.toLowerCase() === 'y' ? history.redo : null;
  }
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowRight':
      return () => stepTime(session, key === 'ArrowRight' ? 1 : -1, event);
    case ' ':
      return session.timeScale.value ? player.toggle : null;
    case 'Escape':
      return () => {
        if (page.tour.value) page.tour.value = null;
        else workspace.clearLast();
      };
    case '/':
      return () => {
        page.overlay.value = 'search';
      };
    case '?':
      return () => {
        page.overlay.value = 'help';
      };
    default:
      return null;
  }
}

export function stepTime(
  { workspace, timeScale, player }: Session,
  direction: -1 | 1,
  { shiftKey, altKey }: { shiftKey: boolean; altKey: boolean },
): void {
  const scale = timeScale.value;
  if (!scale) return;
  player.stop();
  const { time } = workspace.selection.value;
  const next = shiftKey
    ? extendRange(scale, time, direction)
    : moveRange(scale, time, direction, altKey ? scale.step : undefined);
  workspace.select({ time: next });
}

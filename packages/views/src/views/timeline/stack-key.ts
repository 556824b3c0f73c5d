import { type KeyItem, keyRows } from '@weft/draw';
import { textAt } from '@weft/model';
import type { PlacedStack } from './stack-layout.ts';
import type { TimelineModel } from './timeline-geometry.ts';

/** More never fit a line. */
const MOST_NAMES = 100;

/** The regions of a stack with most time in the window, as many as fit one line; the rest shares one entry. */
export function regionKey(
  { window, spanColour }: Pick<TimelineModel, 'window' | 'spanColour'>,
  stack: Pick<PlacedStack, 'shown' | 'spans'>,
  width: number,
): KeyItem[] {
  const times = regionTimes(stack, window.time);
  const names = [...times.keys()].sort((a, b) => times.get(b)! - times.get(a)! || (a < b ? -1 : 1));
  const items = names.map((name) => ({ label: name, colour: spanColour(name, '') }));
  for (let count = Math.min(items.length, MOST_NAMES); count > 0; count--) {
    const rest = items.length - count;
    const other = { label: `${rest} other ${rest === 1 ? 'region' : 'regions'}`, colour: 'transparent' };
    const line = rest > 0 ? [...items.slice(0, count), other] : items;
    if (keyRows(line, width).length === 1) return line;
  }
  return [];
}

/** Time inside each region that is shown, calls of MPI left out: the key above has them. */
function regionTimes({ shown, spans }: Pick<PlacedStack, 'shown' | 'spans'>, [from, to]: readonly number[]) {
  const times = new Map<string, number>();
  for (const { rows } of shown) {
    for (const row of rows) {
      const time = Math.min(spans.exit[row], to) - Math.max(spans.enter[row], from);
      if (time < 0 || textAt(spans.kind, row) === 'mpi') continue;
      const name = textAt(spans.call, row) ?? '';
      times.set(name, (times.get(name) ?? 0) + time);
    }
  }
  return times;
}

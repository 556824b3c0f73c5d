import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import type { Theme } from '@weft/draw';
import {
  clearKey,
  type HoveredItem,
  isNarrowing,
  type NarrowingKey,
  narrowingKeys,
  type Selection,
} from '@weft/model';
import type { Comparison, Workspace } from '@weft/views';
import type { PageLinkValues } from './create-link-values.ts';
import { type PageHistory, timeBeforeJobs } from './page-history.ts';
import { sameValue } from './page-state.ts';

export interface PageWorkspace extends Workspace {
  readonly linkValues: PageLinkValues;
  /** The last committed selection: what the address shows. */
  readonly committed: ReadonlySignal<Selection>;
  clear(key: NarrowingKey): void;
  /** Clears the narrowing that was changed last; false when there is none. */
  clearLast(): boolean;
}

interface WorkspaceParts {
  readonly history: PageHistory;
  readonly theme: ReadonlySignal<Theme>;
  linkValues(selection: ReadonlySignal<Selection>): PageLinkValues;
  readonly comparison?: ReadonlySignal<Comparison | null>;
}

export function createWorkspace(parts: WorkspaceParts): PageWorkspace {
  const { history } = parts;
  const selection = computed(() => history.shown.value.selection);
  const committed = computed(() => history.committed.value.selection);
  let last = committed.peek();
  let order: NarrowingKey[] = narrowingKeys.filter((key) => isNarrowing(last, key));
  effect(() => {
    order = orderAfter(order, last, committed.value);
    last = committed.value;
  });

  const select = (change: Partial<Selection>, how: 'live' | 'commit'): void =>
    history.change({ selection: { ...selection.peek(), ...change } }, how);
  const commit = (change: Partial<Selection>): void =>
    select({ ...givenBack(history, change), ...change }, 'commit');
  const clear = (key: NarrowingKey) => {
    const { time, ...rest } = clearKey(selection.peek(), key);
    commit(key === 'time' ? { time } : rest);
  };

  return {
    selection,
    hovered: signal<HoveredItem | null>(null),
    found: signal<HoveredItem | null>(null),
    theme: parts.theme,
    colourMap: computed(() => history.shown.value.colours),
    linkValues: parts.linkValues(selection),
    comparison: parts.comparison,
    committed,
    select(change, how = 'commit') {
      if (how === 'commit') commit(change);
      else select(change, how);
    },
    clear,
    clearLast() {
      const last = order.at(-1);
      if (last) clear(last);
      return last !== undefined;
    },
  };
}

/** A time range that came with jobs goes with them. */
function givenBack(history: PageHistory, change: Partial<Selection>): Partial<Selection> {
  if (change.jobs?.length !== 0) return {};
  const time = timeBeforeJobs(history.past());
  return time === undefined ? {} : { time };
}

/** Narrowed keys, the one changed last at the end. */
function orderAfter(order: readonly NarrowingKey[], before: Selection, after: Selection): NarrowingKey[] {
  const narrowed = narrowingKeys.filter((key) => isNarrowing(after, key));
  const changed = (key: NarrowingKey) => !sameValue(before[key], after[key]);
  const rank = (key: NarrowingKey) => (changed(key) ? order.length : order.indexOf(key));
  return narrowed.sort((a, b) => rank(a) - rank(b));
}

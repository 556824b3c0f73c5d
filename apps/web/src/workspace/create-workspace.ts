import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
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
import {
  commitTo,
  moveInHistory,
  presentOf,
  type SelectionHistory,
  startHistory,
  timeBeforeJobs,
} from './selection-history.ts';

export interface PageWorkspace extends Workspace {
  readonly linkValues: PageLinkValues;
  /** The last committed selection: what the address shows. */
  readonly committed: ReadonlySignal<Selection>;
  readonly canUndo: ReadonlySignal<boolean>;
  readonly canRedo: ReadonlySignal<boolean>;
  undo(): void;
  redo(): void;
  clear(key: NarrowingKey): void;
  /** Clears the narrowing that was changed last; false when there is none. */
  clearLast(): boolean;
}

interface WorkspaceParts {
  readonly start: Selection;
  readonly theme: ReadonlySignal<Theme>;
  readonly colourMap: ReadonlySignal<string>;
  linkValues(selection: ReadonlySignal<Selection>): PageLinkValues;
  readonly comparison?: ReadonlySignal<Comparison | null>;
}

export function createWorkspace(parts: WorkspaceParts): PageWorkspace {
  const selection = signal(parts.start);
  const history: Signal<SelectionHistory> = signal(startHistory(parts.start));
  let order: NarrowingKey[] = narrowingKeys.filter((key) => isNarrowing(parts.start, key));

  const settle = (next: SelectionHistory) => {
    order = orderAfter(order, presentOf(history.value), presentOf(next));
    history.value = next;
    selection.value = presentOf(next);
  };
  const commit = (change: Partial<Selection>) =>
    settle(commitTo(history.value, { ...selection.value, ...givenBack(history.value, change), ...change }));
  const clear = (key: NarrowingKey) => {
    const { time, ...rest } = clearKey(selection.value, key);
    commit(key === 'time' ? { time } : rest);
  };

  return {
    selection,
    hovered: signal<HoveredItem | null>(null),
    found: signal<HoveredItem | null>(null),
    theme: parts.theme,
    colourMap: parts.colourMap,
    linkValues: parts.linkValues(selection),
    comparison: parts.comparison,
    committed: computed(() => presentOf(history.value)),
    canUndo: computed(() => history.value.at > 0),
    canRedo: computed(() => history.value.at < history.value.entries.length - 1),
    select(change, how = 'commit') {
      if (how === 'commit') return commit(change);
      selection.value = { ...selection.value, ...change };
    },
    undo: () => settle(moveInHistory(history.value, -1)),
    redo: () => settle(moveInHistory(history.value, 1)),
    clear,
    clearLast() {
      const last = order.at(-1);
      if (last) clear(last);
      return last !== undefined;
    },
  };
}

/** A time range that came with jobs goes with them. */
function givenBack(history: SelectionHistory, change: Partial<Selection>): Partial<Selection> {
  if (change.jobs?.length !== 0) return {};
  const time = timeBeforeJobs(history);
  return time === undefined ? {} : { time };
}

/** Narrowed keys, the one changed last at the end. */
function orderAfter(order: readonly NarrowingKey[], before: Selection, after: Selection): NarrowingKey[] {
  const narrowed = narrowingKeys.filter((key) => isNarrowing(after, key));
  const changed = (key: NarrowingKey) => JSON.stringify(before[key]) !== JSON.stringify(after[key]);
  const rank = (key: NarrowingKey) => (changed(key) ? order.length : order.indexOf(key));
  return narrowed.sort((a, b) => rank(a) - rank(b));
}

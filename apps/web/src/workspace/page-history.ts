import { batch, computed, type ReadonlySignal, signal } from '@preact/signals';
import type { Selection } from '@weft/model';
import { type PageState, sameState, sameValue } from './page-state.ts';

/**
 * How a change enters the history: `live` while the hand moves (not at all), `commit` as a step of its own, `amend` as
 * a part of the present step, for what follows from it by itself.
 */
export type ChangeHow = 'live' | 'commit' | 'amend';

/** Every state the reader went through: one undo stack for selection, panels, options, comparison and colours. */
export interface PageHistory {
  /** What is on screen, a drag that is under way included. */
  readonly shown: ReadonlySignal<PageState>;
  /** The present step: what the address says. */
  readonly committed: ReadonlySignal<PageState>;
  /** Another number after every step, back or forth; what is amended keeps it. */
  readonly moves: ReadonlySignal<number>;
  readonly canUndo: ReadonlySignal<boolean>;
  readonly canRedo: ReadonlySignal<boolean>;
  change(change: Partial<PageState>, how: ChangeHow): void;
  /** A step back or forth where the state is a neighbour in the history, else a new step. */
  goTo(state: PageState): void;
  undo(): void;
  redo(): void;
  /** The selections up to the present one. */
  past(): readonly Selection[];
}

const LIMIT = 200;

/** `goesOn`: whether a commit belongs to the same movement of the hand as the one before. */
export function createPageHistory(start: PageState, goesOn = () => false): PageHistory {
  const entries = signal<readonly PageState[]>([start]);
  const at = signal(0);
  const moves = signal(0);
  const shown = signal(start);
  const present = (): PageState => entries.peek()[at.peek()];

  const enter = (next: readonly PageState[], place: number): void =>
    batch(() => {
      entries.value = next;
      at.value = place;
      moves.value++;
      shown.value = next[place];
    });
  const commit = (state: PageState): void => {
    const kept = goesOn() && at.peek() > 0 ? at.peek() : at.peek() + 1;
    const next = [...entries.peek().slice(0, kept), state].slice(-LIMIT);
    enter(next, next.length - 1);
  };
  const move = (by: -1 | 1): void => {
    const place = at.peek() + by;
    if (place >= 0 && place < entries.peek().length) enter(entries.peek(), place);
  };
  const amend = (state: PageState): void => {
    entries.value = entries.peek().map((entry, i) => (i === at.peek() ? state : entry));
  };
  const change = (part: Partial<PageState>, how: ChangeHow): void =>
    batch(() => {
      // What is live elsewhere, such as a time range that plays, stays as it is.
      const still = { ...shown.peek(), ...part };
      const next = { ...present(), ...part };
      if (how === 'amend') amend(next);
      else if (how === 'commit' && !sameState(present(), next)) commit(next);
      shown.value = still;
    });
  const goTo = (state: PageState): void => {
    const isAt = (place: number) => {
      const entry = entries.peek()[place];
      return entry !== undefined && sameState(entry, state);
    };
    if (isAt(at.peek())) shown.value = present();
    else if (isAt(at.peek() - 1)) move(-1);
    else if (isAt(at.peek() + 1)) move(1);
    else commit(state);
  };

  return {
    shown,
    committed: computed(() => entries.value[at.value]),
    moves,
    canUndo: computed(() => at.value > 0),
    canRedo: computed(() => at.value < entries.value.length - 1),
    change,
    goTo,
    undo: () => move(-1),
    redo: () => move(1),
    past: () =>
      entries
        .peek()
        .slice(0, at.peek() + 1)
        .map(({ selection }) => selection),
  };
}

/**
 * The time range before jobs were chosen; undefined where it is unknown, or where the reader has changed the range
 * since without changing the jobs: then it is no longer theirs.
 */
export function timeBeforeJobs(past: readonly Selection[]): Selection['time'] | undefined {
  for (let i = past.length - 1; i > 0 && past[i].jobs.length > 0; i--) {
    const [before, after] = [past[i - 1], past[i]];
    const followed = !sameValue(before.jobs, after.jobs);
    if (!followed && !sameValue(before.time, after.time)) return undefined;
    if (before.jobs.length === 0) return before.time;
  }
  return undefined;
}

/** Tells whether the same task of the browser has asked before: what one click changes is one step. */
export function createTaskWatch(): () => boolean {
  let within = false;
  return () => {
    const before = within;
    if (!within)
      setTimeout(() => {
        within = false;
      });
    within = true;
    return before;
  };
}

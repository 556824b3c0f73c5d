import type { Signal } from '@preact/signals';
import { Pick } from '../../kit/view-root.tsx';
import './timeline.css';

/** Narrower panels have the strip in two rows. */
const ONE_ROW = 720;
const ROW_HEIGHT = 30;

export function stackStripHeight(width: number): number {
  return width < ONE_ROW ? 2 * ROW_HEIGHT : ROW_HEIGHT;
}

const LEVELS = [1, 2, 3, 4, 6, 8, 12];

/** Looking for regions, and what is shown of the stacks of ranks. */
export function StackStrip({
  bottom,
  height,
  find,
  said,
  deep,
  counter,
  counters,
  rank,
  isOpen,
  onSeek,
  onToggle,
}: {
  /** Pixels below it. */
  readonly bottom: number;
  /** See `stackStripHeight`. */
  readonly height: number;
  readonly find: Signal<string>;
  /** How many match, or why none do. */
  readonly said: string;
  readonly deep: Signal<number>;
  readonly counter: Signal<string>;
  readonly counters: readonly string[];
  /** The rank whose stack the button opens or closes. */
  readonly rank: number;
  readonly isOpen: boolean;
  readonly onSeek: (step: -1 | 1) => void;
  readonly onToggle: () => void;
}) {
  const nothing = find.value.trim() === '';
  return (
    <section
      class={height > ROW_HEIGHT ? 'timeline-stacks timeline-stacks-rows' : 'timeline-stacks'}
      aria-label="Regions and threads"
      style={{ height: `${height}px`, bottom: `${bottom}px` }}
    >
      <input
        class="kit-input timeline-find"
        type="search"
        placeholder="Find a region, or /expression/"
        aria-label="Find calls and regions by name; Enter goes to the next, Shift and Enter to the previous"
        value={find.value}
        onInput={({ currentTarget }) => {
          find.value = currentTarget.value;
        }}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.key === 'Enter') onSeek(event.shiftKey ? -1 : 1);
        }}
      />
      <button
        type="button"
        class="kit-button"
        disabled={nothing}
        title="Previous match (Shift+Enter)"
        onClick={() => onSeek(-1)}
      >
        ‹
      </button>
      <button
        type="button"
        class="kit-button"
        disabled={nothing}
        title="Next match (Enter)"
        onClick={() => onSeek(1)}
      >
        ›
      </button>
      <button
        type="button"
        class="kit-button"
        aria-pressed={isOpen}
        title="Open or close the calls, threads and counters below a rank (key e, or the triangle beside its row)"
        onClick={onToggle}
      >
        {isOpen ? `Close rank ${rank}` : `Open rank ${rank}`}
      </button>
      <Pick
        label="Levels"
        options={[['0', 'all levels'], ...LEVELS.map((level) => [String(level), levelText(level)] as const)]}
        short
        value={String(deep.value)}
        onChange={(value) => {
          deep.value = Number(value);
        }}
      />
      {counters.length > 0 && (
        <Pick
          label="Counter"
          short
          options={[['', 'no counter'], ...counters.map((name) => [name, name] as const)]}
          value={counter.value}
          onChange={(value) => {
            counter.value = value;
          }}
        />
      )}
      <span class="kit-status" role="status" title={said}>
        {said}
      </span>
    </section>
  );
}

function levelText(level: number): string {
  return level === 1 ? 'outermost level' : `${level} levels`;
}

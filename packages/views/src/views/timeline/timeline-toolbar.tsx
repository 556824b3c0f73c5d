import type { Signal } from '@preact/signals';
import { shortCall } from '@weft/draw';
import { Choice, Pick, Toggle } from '../../kit/view-root.tsx';
import type { CallTotal } from './timeline-model.ts';

/** Below this width what can be found elsewhere is left out. */
const WIDE = 640;

export function TimelineToolbar({
  width,
  whole,
  note,
  calls,
  only,
  colouring,
  showMessages,
  onShowAll,
  onLongestWait,
}: {
  readonly width: number;
  readonly whole: boolean;
  readonly note: string;
  readonly calls: readonly CallTotal[];
  readonly only: Signal<string>;
  readonly colouring: Signal<'call' | 'group'>;
  readonly showMessages: Signal<boolean>;
  readonly onShowAll: () => void;
  /** Null where the trace is too large for it. */
  readonly onLongestWait: (() => void) | null;
}) {
  const names = calls.map(({ name }) => name).sort();
  const several = only.value.includes(' ');
  return (
    <>
      <button
        type="button"
        class="kit-button"
        disabled={whole}
        title="Show all ranks and the whole run (key 0); Backspace undoes one zoom"
        onClick={onShowAll}
      >
        Show all
      </button>
      <Pick
        label="Calls shown"
        short
        options={[
          ['', 'all calls'],
          ...(several ? [[only.value, `${only.value.split(' ').length} calls`] as const] : []),
          ...names.map((name) => [name, shortCall(name)] as const),
        ]}
        value={only.value}
        onChange={(value) => {
          only.value = value;
        }}
      />
      {width >= WIDE && (
        <Choice
          label="Colour by"
          options={[
            ['call', 'Call'],
            ['group', 'Group'],
          ]}
          value={colouring.value}
          onChange={(value) => {
            colouring.value = value;
          }}
        />
      )}
      <Toggle
        label="messages"
        value={showMessages.value}
        onChange={(value) => {
          showMessages.value = value;
        }}
      />
      {width >= WIDE && (
        <button
          type="button"
          class="kit-button"
          disabled={!onLongestWait}
          title={
            onLongestWait
              ? 'Pin the call on screen that waited longest for another rank, then the next ones (key l)'
              : 'Too many calls to look at all of them: see Waiting in the communication matrix'
          }
          onClick={() => onLongestWait?.()}
        >
          Longest wait
        </button>
      )}
      <span class="kit-status" role="status" title={note}>
        {note}
      </span>
    </>
  );
}

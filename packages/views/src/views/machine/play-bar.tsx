import { computed } from '@preact/signals';
import { formatExact, formatQuantity } from '@weft/model';
import { useMemo } from 'preact/hooks';
import { Toggle } from '../../kit/view-root.tsx';
import { SPEEDS } from './machine-options.ts';
import type { MachinePicture } from './machine-picture.ts';
import { SECONDS_PER_RANGE } from './playback.ts';

/** Play, step, speed, loop and where the clock stands; its text follows the clock without rendering components. */
export function PlayBar({ picture, height }: { readonly picture: MachinePicture; readonly height: number }) {
  const { options, motion } = picture;
  const { playback, range } = motion;
  const { clock, position, flying, pace } = useMemo(() => playTexts(picture), [picture]);
  const missing = nothingToPlay(picture);
  if (missing)
    return (
      <div class="machine-play kit-note" style={{ height: `${height}px` }}>
        Nothing to play: {missing}.
      </div>
    );
  return (
    <div class="machine-play" style={{ height: `${height}px` }}>
      <button
        type="button"
        class="kit-button machine-button"
        aria-label={playback.playing.value ? 'Pause' : 'Play'}
        title="P"
        onClick={playback.toggle}
      >
        {playback.playing.value ? '❚❚' : '▶'}
      </button>
      <button
        type="button"
        class="kit-button machine-button"
        aria-label="Step back"
        title=","
        onClick={() => playback.step(-1)}
      >
        ◂
      </button>
      <button
        type="button"
        class="kit-button machine-button"
        aria-label="Step"
        title="."
        onClick={() => playback.step(1)}
      >
        ▸
      </button>
      <input
        type="range"
        class="machine-slider"
        aria-label="Time"
        min="0"
        max="1000"
        value={position}
        onInput={({ currentTarget }) => {
          const [from, to] = range.peek();
          playback.seek(from + ((to - from) * Number(currentTarget.value)) / 1000);
        }}
      />
      <output class="machine-clock" data-field="clock">
        {clock}
      </output>
      <span class="machine-flying" data-field="under-way">
        {flying}
      </span>
      <select
        class="kit-input"
        aria-label="Speed"
        value={String(options.speed.value)}
        onChange={({ currentTarget }) => {
          options.speed.value = Number(currentTarget.value);
        }}
      >
        {SPEEDS.map((speed) => (
          <option key={speed} value={String(speed)}>
            {`${speed}×`}
          </option>
        ))}
      </select>
      <span class="kit-note machine-pace">{pace}</span>
      <Toggle
        label="Loop"
        value={options.loop.value}
        onChange={(on) => {
          options.loop.value = on;
        }}
      />
    </div>
  );
}

function nothingToPlay({ data, motion: { range } }: MachinePicture): string {
  if (!data.messages && !data.cube) return 'this dataset has neither messages nor counters';
  const [from, to] = range.value;
  return to > from ? '' : 'there is one moment only';
}

function playTexts({ data, options, motion: { playback, range, underWay } }: MachinePicture) {
  return {
    clock: computed(() => formatQuantity(playback.time.value, 'ns')),
    position: computed(() => {
      const [from, to] = range.value;
      return to > from ? String(Math.round(((playback.time.value - from) / (to - from)) * 1000)) : '0';
    }),
    flying: computed(() => (data.messages ? `${formatExact(underWay.value, '')} under way` : '')),
    pace: computed(() => {
      const [from, to] = range.value;
      return `1 s = ${formatQuantity(((to - from) / SECONDS_PER_RANGE) * options.speed.value, 'ns')}`;
    }),
  };
}

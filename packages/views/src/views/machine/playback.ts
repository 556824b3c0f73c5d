import { type ReadonlySignal, type Signal, signal } from '@preact/signals';

/** The clock of the animation, within the active time range. */
export interface Playback {
  readonly time: Signal<number>;
  readonly playing: ReadonlySignal<boolean>;
  toggle(): void;
  pause(): void;
  /** One step of `stepLength` forward or back; pauses. */
  step(direction: 1 | -1): void;
  seek(time: number): void;
}

interface PlaybackOptions {
  range(): readonly [number, number];
  stepLength(): number;
  /** Share of the range per second. */
  speed(): number;
  loop(): boolean;
  /** Where the clock rests, kept by the panel; null at the start of the range. */
  readonly moment: Signal<number | null>;
}

/** The whole range passes in so many seconds at speed 1. */
export const SECONDS_PER_RANGE = 20;

export function createPlayback(options: PlaybackOptions): Playback {
  const time = signal(options.moment.peek() ?? options.range()[0]);
  const playing = signal(false);
  let last = 0;

  // Not through the scheduler: work it is given during a frame runs in that same frame.

  const frame = (): void => {
    if (!playing.peek()) return;
    const now = performance.now();
    const seconds = Math.min((now - last) / 1000, 0.1);
    last = now;
    const next = advance(time.peek(), seconds, options);
    if (next === null) playing.value = false;
    time.value = next ?? options.range()[1];
    if (next !== null) requestAnimationFrame(frame);
  };
  const pause = (): void => {
    playing.value = false;
  };
  const clamp = (value: number): number => {
    const [from, to] = options.range();
    return Math.min(Math.max(value, from), to);
  };
  return {
    time,
    playing,
    pause,
    toggle() {
      if (playing.peek()) return pause();
      const [from, to] = options.range();
      if (time.peek() >= to || time.peek() < from) time.value = from;
      playing.value = true;
      last = performance.now();
      requestAnimationFrame(frame);
    },
    step(direction) {
      pause();
      time.value = clamp(time.peek() + direction * options.stepLength());
    },
    seek(value) {
      time.value = clamp(value);
    },
  };
}

/** The time after so many seconds; null = the end was reached and the animation does not loop. */
export function advance(
  time: number,
  seconds: number,
  options: Omit<PlaybackOptions, 'moment'>,
): number | null {
  const [from, to] = options.range();
  const start = time < from || time > to ? from : time;
  const next = start + ((to - from) / SECONDS_PER_RANGE) * options.speed() * seconds;
  if (next < to) return next;
  return options.loop() && to > from ? from + ((next - from) % (to - from)) : null;
}

import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { OptionChange, ViewOptions } from '../view.ts';
import { requestAtRest } from './draw-scheduler.ts';

/** Milliseconds without a movement after which a zoom is settled: finer data are then asked for. */
const SETTLE_TIME = 120;

/** How many zooms can be undone. */
const MOST_STEPS = 49;

/**
 * A zoom that follows the pointer at once and becomes part of the panel's options (and so of the address
 * and of what is asked for) when the pointer rests.
 * `back` undoes one movement.
 */
export function useSettledOptions<T>(
  host: { readonly options: ViewOptions; setOptions(change: OptionChange): void },
  read: (options: ViewOptions) => T,
  write: (value: T) => Record<string, number>,
): { value: Signal<T>; change(value: T): void; back(): void } {
  const value = useSignal(read(host.options));
  const before = useRef<T[]>([]);
  const timer = useRef<(() => void) | null>(null);
  const latest = useRef({ host, read, write });
  latest.current = { host, read, write };

  // The address or the whole changed by other means (back, a link, another job): the zoom follows unless it is being moved.
  useEffect(() => {
    const own = write(value.peek());
    const same = Object.entries(own).every(([key, number]) => (host.options[key] ?? 0) === number);
    if (timer.current === null && !same) value.value = read(host.options);
  });
  useEffect(() => () => timer.current?.(), []);

  return useMemo(() => {
    const show = (next: T): void => {
      value.value = next;
      timer.current?.();
      timer.current = requestAtRest(() => {
        timer.current = null;
        const { host, write, read } = latest.current;
        const written = write(value.peek());
        value.value = read({ ...host.options, ...written });
        const whole = Object.values(written).every((number) => number === 0);
        const nothing = Object.fromEntries(Object.keys(written).map((key) => [key, null]));
        host.setOptions(whole ? nothing : written);
      }, SETTLE_TIME);
    };
    return {
      value,
      change(next) {
        if (timer.current === null) before.current = [...before.current.slice(-MOST_STEPS), value.peek()];
        show(next);
      },
      back() {
        const last = before.current.pop();
        if (last !== undefined) show(last);
      },
    };
  }, []);
}

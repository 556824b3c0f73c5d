import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { requestAtRest } from './draw-scheduler.ts';
import type { OptionHost } from './use-view-option.ts';

/** How a value is written as an option; the empty text stands for its standard. */
export interface OptionText<T> {
  print(value: T): string;
  parse(text: string): T;
}

/** A time in whole nanoseconds; null = none. */
export const timeText: OptionText<number | null> = {
  print: (time) => (time === null ? '' : String(Math.round(time))),
  parse: (text) => (/^-?\d+$/.test(text) ? Number(text) : null),
};

/** Milliseconds without a movement after which a value is kept. */
const SETTLE_TIME = 200;

/**
 * An option that follows the hand at once, such as a zoom, and is kept by the panel when the hand rests. It then becomes
 * exactly what its text says, so that an address shows the same picture to the pixel.
 */
export function useSettledOption<T>(
  host: Partial<OptionHost>,
  key: string,
  text: OptionText<T>,
  how: 'commit' | 'amend' = 'commit',
): Signal<T> {
  const kept = String(host.options?.[key] ?? '');
  const value = useSignal<T>(text.parse(kept));
  const latest = useRef({ host, kept, text });
  latest.current = { host, kept, text };
  const moving = useRef<(() => void) | null>(null);
  useEffect(() => {
    if (moving.current === null) value.value = text.parse(kept);
  }, [kept, text]);
  useEffect(() => {
    const settle = (): void => {
      moving.current = null;
      const { host, text } = latest.current;
      const printed = text.print(value.peek());
      latest.current.kept = printed;
      value.value = text.parse(printed);
      host.setOptions?.({ [key]: printed === '' ? null : printed }, how);
    };
    const stop = value.subscribe((now) => {
      const { kept, text } = latest.current;
      moving.current?.();
      moving.current = null;
      const printed = text.print(now);
      // The standard is set by a button or key, not by a hand that moves on.
      if (printed === '' && kept !== '') settle();
      else if (printed !== kept) moving.current = requestAtRest(settle, SETTLE_TIME);
    });
    return () => {
      stop();
      moving.current?.();
    };
  }, [key, how]);
  return value;
}

import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { OptionChange } from '../view.ts';

type OptionValue = string | number | boolean;

/** A panel may remember options of its view (and keep them in the address). */
export interface OptionHost {
  readonly options: Readonly<Record<string, OptionValue>>;
  readonly setOptions: (change: OptionChange, how?: 'commit' | 'amend') => void;
}

/** An option of a view as a signal: remembered by the panel where it can, else by the component. */
export function useViewOption<T extends OptionValue>(
  host: Partial<OptionHost>,
  key: string,
  standard: T,
  allowed?: readonly T[],
): Signal<T> {
  const kept = host.options?.[key];
  const start = isOption(kept, standard, allowed) ? kept : standard;
  const option = useSignal<T>(start);
  const remember = useRef(host.setOptions);
  remember.current = host.setOptions;
  useEffect(() => {
    option.value = start;
  }, [start]);
  useEffect(
    () =>
      option.subscribe(
        (value) => value !== start && remember.current?.({ [key]: value === standard ? null : value }),
      ),
    [start, key, standard],
  );
  return option;
}

function isOption<T extends OptionValue>(
  value: OptionValue | undefined,
  standard: T,
  allowed: readonly T[] | undefined,
): value is T {
  return allowed ? allowed.some((each) => each === value) : typeof value === typeof standard;
}

import { type Signal, signal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';

type OptionValue = string | number | boolean;

/** A panel may remember options of its view (and keep them in the address). */
interface OptionHost {
  readonly options: Readonly<Record<string, OptionValue>>;
  setOptions(change: Readonly<Record<string, OptionValue>>): void;
}

/** An option of a view as a signal: remembered by the panel where it can, else by the component. */
export function useViewOption<T extends OptionValue>(
  props: object,
  key: string,
  standard: T,
  allowed?: readonly T[],
): Signal<T> {
  const host = props as Partial<OptionHost>;
  const kept = host.options?.[key];
  const fits = allowed ? allowed.includes(kept as T) : typeof kept === typeof standard;
  const start = fits ? (kept as T) : standard;
  const option = useMemo(() => signal<T>(start), []);
  useEffect(() => {
    option.value = start;
  }, [start]);
  useEffect(
    () => option.subscribe((value) => value !== start && host.setOptions?.({ [key]: value })),
    [start],
  );
  return option;
}

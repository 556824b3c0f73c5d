import { useRef } from 'preact/hooks';

/** What was last rendered, for listeners that are attached once. */
export function useLatest<T>(value: T): { readonly current: T } {
  const latest = useRef(value);
  latest.current = value;
  return latest;
}

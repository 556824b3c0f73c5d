import { useRef } from 'preact/hooks';

/** The value as it first was with these parts: one that is made anew from the same parts is no change. */
export function useSame<T>(value: T, parts: readonly unknown[]): T {
  const kept = useRef({ value, parts });
  const { parts: before } = kept.current;
  const same = before.length === parts.length && before.every((part, at) => part === parts[at]);
  if (!same) kept.current = { value, parts };
  return kept.current.value;
}

import { computed, type ReadonlySignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';

/**
 * A signal derived from others, made anew when one of `parts` is another. The one of `useComputed` stays with the signals
 * it has read: given others, it would go on with what the old ones say until they change.
 */
export function useDerived<T>(derive: () => T, parts: readonly unknown[]): ReadonlySignal<T> {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the caller names what `derive` uses
  return useMemo(() => computed(derive), parts);
}

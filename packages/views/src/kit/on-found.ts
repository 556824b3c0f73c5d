import { effect, untracked } from '@preact/signals';
import type { FoundItem, Workspace } from '../workspace.ts';

/** Calls `bring` with what is found from now on: what was found earlier has been seen, and the reader has gone on since. */
export function onFound({ found }: Pick<Workspace, 'found'>, bring: (item: FoundItem) => void): () => void {
  const seen = found.peek();
  return effect(() => {
    const item = found.value;
    if (item && item !== seen) untracked(() => bring(item));
  });
}

import { effect } from '@preact/signals';
import type { Selection } from '@weft/model';
import { type PageAddress, printAddress } from './page-address.ts';

/** A new selection is a new entry of the browser's history; panels and colours change the entry in place. */
export function mirrorAddress(read: () => PageAddress): () => void {
  let shown: Selection | null = null;
  return effect(() => {
    const address = read();
    const hash = printAddress(address);
    const moved = shown !== null && shown !== address.selection;
    shown = address.selection;
    if (hash === location.hash) return;
    if (moved) history.pushState(null, '', hash);
    else history.replaceState(null, '', hash);
  });
}

import { effect } from '@preact/signals';
import { type PageAddress, printAddress } from './page-address.ts';

/** A step of the history is a new entry of the browser's; what changes within a step changes the entry in place. */
export function mirrorAddress(read: () => PageAddress, moves: () => number): () => void {
  let shown = moves();
  return effect(() => {
    const hash = printAddress(read());
    const moved = moves() !== shown;
    shown = moves();
    if (hash === location.hash) return;
    if (moved) history.pushState(null, '', hash);
    else history.replaceState(null, '', hash);
  });
}

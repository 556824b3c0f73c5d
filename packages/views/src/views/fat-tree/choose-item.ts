import type { Selection } from '@weft/model';
import { clickEnds, type HeldKeys, type RouteEnds } from '../../kit/click-selection.ts';
import type { MatrixItem } from './matrix-picture.ts';

/** What a chosen item is to the routes: where they start, where they end, or (links alone) what they pass. */
export type ChosenAs = 'source' | 'destination' | 'way';

/** Click or Enter: the source; with shift one more destination (TS-31); with ctrl one more source or link to pass. */
export function chosenAs({ shiftKey, ctrlKey, metaKey }: HeldKeys): ChosenAs {
  if (ctrlKey || metaKey) return 'way';
  return shiftKey ? 'destination' : 'source';
}

export function chosenKey(item: MatrixItem, as: ChosenAs): keyof RouteEnds {
  if (item.kind !== 'link') return as === 'destination' ? 'destinations' : 'sources';
  return as === 'way' ? 'links' : as === 'source' ? 'sourcePorts' : 'destinationPorts';
}

/** The ends of routes once the item is chosen; chosen again it is let go. */
export function chosen(before: RouteEnds, item: MatrixItem, as: ChosenAs): Partial<Selection> {
  return clickEnds(before, chosenKey(item, as), [item.id], as !== 'source');
}

import type { Selection } from '@weft/model';
import type { MatrixItem } from './matrix-picture.ts';

/** What a chosen item is to the routes: where they start, where they end, or (links alone) what they pass. */
export type ChosenAs = 'source' | 'destination' | 'way';

type Ends = Pick<Selection, 'sources' | 'destinations' | 'sourcePorts' | 'destinationPorts' | 'links'>;

export const noEnds: Ends = {
  sources: [],
  destinations: [],
  sourcePorts: [],
  destinationPorts: [],
  links: [],
};

/** Click or Enter: a source; with shift a destination (TS-31); with ctrl a link to pass. */
export function chosenAs(event: {
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}): ChosenAs {
  if (event.ctrlKey || event.metaKey) return 'way';
  return event.shiftKey ? 'destination' : 'source';
}

export function chosenKey(item: MatrixItem, as: ChosenAs): keyof Ends {
  if (item.kind !== 'link') return as === 'destination' ? 'destinations' : 'sources';
  return as === 'way' ? 'links' : as === 'source' ? 'sourcePorts' : 'destinationPorts';
}

/** The lists that hold the item now; chosen again it is let go. */
export function chosen(selection: Ends, item: MatrixItem, as: ChosenAs): Partial<Selection> {
  const key = chosenKey(item, as);
  const list = selection[key];
  return { [key]: list.includes(item.id) ? list.filter((id) => id !== item.id) : [...list, item.id] };
}

import { decodeSelection, emptySelection, encodeSelection, type Selection } from '@weft/model';
import { type CompareTarget, parseTarget, printTarget } from './compare-target.ts';
import { parsePlace, printPlace, type TourPlace } from './tour-place.ts';

/** What the address says: all but the theme, so that a copied link shows the same picture. */
export interface PageAddress {
  readonly dataset: string | null;
  readonly selection: Selection;
  /** Text of the panel tree; null = the preset of the dataset. */
  readonly layout: string | null;
  readonly colours: string | null;
  /** What side B of a comparison is; null = nothing is compared. */
  readonly compare: CompareTarget | null;
  readonly tour: TourPlace | null;
  /** Whether scales hold for every time range as long as the active one. */
  readonly heldScale: boolean;
  /** Whether every finding is written out, each in a line of its own. */
  readonly allFindings: boolean;
}

export const galleryAddress: PageAddress = {
  dataset: null,
  selection: emptySelection,
  layout: null,
  colours: null,
  compare: null,
  tour: null,
  heldScale: false,
  allFindings: false,
};

/** `#/d/<dataset>?<selection>&layout=...&colours=...` */
export function parseAddress(hash: string): PageAddress {
  const query = queryOf(hash);
  const dataset = datasetOf(hash);
  if (query === null || dataset === null) return galleryAddress;
  const params = new URLSearchParams(query);
  return {
    dataset,
    selection: decodeSelection(query),
    layout: params.get('layout'),
    colours: params.get('colours'),
    compare: parseTarget(params.get('compare')),
    tour: parsePlace(params.get('tour')),
    heldScale: params.get('scale') === 'held',
    allFindings: params.get('findings') === 'all',
  };
}

export function printAddress(address: PageAddress): string {
  const { dataset, selection, layout, colours, compare, tour, heldScale, allFindings } = address;
  if (dataset === null) return '#/';
  // The layout is written in characters that need no escape in a fragment: it stays readable.
  const parts = [
    encodeSelection(selection),
    colours === null ? '' : `colours=${encodeURIComponent(colours)}`,
    compare === null ? '' : `compare=${encodeURIComponent(printTarget(compare))}`,
    tour === null ? '' : `tour=${printPlace(tour)}`,
    heldScale ? 'scale=held' : '',
    allFindings ? 'findings=all' : '',
    layout === null ? '' : `layout=${layout}`,
  ].filter(Boolean);
  const query = parts.length > 0 ? `?${parts.join('&')}` : '';
  return `#/d/${encodeURIComponent(dataset)}${query}`;
}

/** What follows the `?` of the address of a dataset; null where it names none. */
export function queryOf(hash: string): string | null {
  return datasetOf(hash) === null ? null : (ADDRESS.exec(hash)?.[2] ?? '');
}

const ADDRESS = /^#\/d\/([^?]+)(?:\?(.*))?$/;

function datasetOf(hash: string): string | null {
  const match = ADDRESS.exec(hash);
  if (!match) return null;
  try {
    return decodeURIComponent(match[1]);
  } catch {
    return null;
  }
}

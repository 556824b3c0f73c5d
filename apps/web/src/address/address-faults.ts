import { isSelectionKey, unreadableKeys } from '@weft/model';
import { parsePanels } from '../panels/panel-text.ts';
import { panelsOf } from '../panels/panel-tree.ts';
import { parseTarget } from './compare-target.ts';
import { queryOf } from './page-address.ts';
import { parsePlace } from './tour-place.ts';

/** What this version of the page can show. */
interface KnownNames {
  readonly views: readonly string[];
  readonly colours: readonly string[];
}

/** What an address contains and the page cannot follow, in one sentence; null = it follows all of it. */
export function describeFaults(hash: string, known: KnownNames): string | null {
  const query = queryOf(hash);
  if (query === null)
    return /^#?\/?$/.test(hash) ? null : 'This link leads to no dataset: the gallery is shown.';
  const params = new URLSearchParams(query);
  const unknown = [...params.keys()].filter((key) => !isSelectionKey(key) && !Object.hasOwn(ownKeys, key));
  const unreadable = Object.entries(ownKeys).filter(([key, reads]) => {
    const value = params.get(key);
    return value !== null && !reads(value, known);
  });
  const parts = [
    ...told(unknown, 'which this version does not know'),
    ...told([...unreadableKeys(query), ...unreadable.map(([key]) => key)], 'which cannot be read'),
    ...told(unknownViews(params.get('layout'), known), 'a view which this version does not have'),
  ];
  return parts.length === 0 ? null : `This link contains ${parts.join('; and ')}. The rest is shown.`;
}

/** Keys of the address besides those of the selection, and whether a value can be read. */
const ownKeys: Readonly<Record<string, (value: string, known: KnownNames) => boolean>> = {
  layout: (value) => parsePanels(value) !== null,
  colours: (value, { colours }) => colours.includes(value),
  compare: (value) => parseTarget(value) !== null,
  tour: (value) => parsePlace(value) !== null,
  scale: (value) => value === 'held',
  findings: (value) => value === 'all',
};

function unknownViews(layout: string | null, { views }: KnownNames): string[] {
  const tree = layout === null ? null : parsePanels(layout);
  const named = tree ? panelsOf(tree.root).map(({ view }) => view) : [];
  return [...new Set(named)].filter((view) => view !== null).filter((view) => !views.includes(view));
}

function told(names: readonly string[], what: string): string[] {
  return names.length === 0 ? [] : [`${[...new Set(names)].map((name) => `«${name}»`).join(', ')}, ${what}`];
}

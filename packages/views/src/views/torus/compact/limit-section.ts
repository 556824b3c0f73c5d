import type { CollapsedTorus } from '@weft/analysis';
import type { TorusShape } from '@weft/network';

type Span = readonly [first: number, last: number];

/** More nodes than this are no longer drawn one by one. */
const MOST_CELLS = 16_384;

/** The same section, or as much of it from its start as can be drawn: the longest axis is cut first. */
export function limitSection(
  sizes: readonly number[],
  wanted: readonly Span[] = sizes.map((size) => [0, size - 1] as const),
  most = MOST_CELLS,
): Span[] {
  const lengths = wanted.map(([first, last]) => last - first + 1);
  while (lengths.reduce((all, length) => all * length, 1) > most) {
    const longest = lengths.indexOf(Math.max(...lengths));
    lengths[longest] = Math.ceil(lengths[longest] / 2);
  }
  return wanted.map(([first], axis) => [first, first + lengths[axis] - 1]);
}

/** `a 0–7 of 16`, for each axis that is not drawn whole. */
export function describeSection(
  { names }: Pick<TorusShape, 'names'>,
  { kept, sizes }: Pick<CollapsedTorus, 'kept' | 'sizes'>,
  section: readonly Span[],
): string[] {
  return section.flatMap(([first, last], axis) =>
    last - first + 1 === sizes[axis] ? [] : [`${names[kept[axis]]} ${first}–${last} of ${sizes[axis]}`],
  );
}

/** `a × b`. */
export function describeDimensions(
  { names }: Pick<TorusShape, 'names'>,
  dimensions: readonly number[],
): string {
  return dimensions.map((dimension) => names[dimension]).join(' × ') || 'one node';
}

import { formatExact, formatQuantity } from '@weft/model';
import { directionName, type TorusShape } from '@weft/network';
import type { DirectionFigures } from './direction-figures.ts';
import { cellOf } from './variance-table.ts';

/** The links that differ most from all others, if any do. */
export interface TorusFinding {
  readonly kind: 'equal' | 'none' | 'direction' | 'dimension' | 'plane' | 'stripe' | 'closing';
  /** 2 * dimension, + 1 for the negative one; -1 = several. */
  readonly direction: number;
  readonly dimension: number;
  /** Coordinates along `dimension` of the nodes that send; empty = all. */
  readonly values: readonly number[];
  /** Are the links along `dimension` itself left out of a plane? */
  readonly within: boolean;
  readonly links: number;
  readonly mean: number;
  readonly others: number;
  readonly otherMean: number;
  /** Of the spread of all links that this contrast explains, 0 to 1. */
  readonly share: number;
}

interface Contrast extends Pick<TorusFinding, 'kind' | 'direction' | 'dimension' | 'values' | 'within'> {
  readonly count: number;
  readonly sum: number;
}

/** Values that differ by less than this share of their mean are equal. */
const EQUAL = 1e-9;
/** A contrast that explains less of the spread, or whose means differ by less, does not stand out. */
const LEAST_SHARE = 0.1;
const LEAST_DIFFERENCE = 0.1;
/** A part of a direction has to explain so much more than a whole direction, dimension or plane. */
const SIMPLER = 0.1;

export function findImbalance(shape: TorusShape, figures: DirectionFigures): TorusFinding {
  const { links, mean, low, high, spread } = figures;
  const nothing = {
    direction: -1,
    dimension: -1,
    values: [],
    within: false,
    links,
    mean,
    others: 0,
    otherMean: mean,
    share: 0,
  };
  if (links === 0 || spread === 0 || high - low <= EQUAL * Math.max(Math.abs(high), Math.abs(low)))
    return { kind: 'equal', ...nothing };
  const simple = best(figures, [
    ...directionContrasts(shape, figures),
    ...planeContrasts(shape, figures),
    closingContrast(shape, figures),
  ]);
  const stripe = best(figures, stripeContrasts(shape, figures));
  const found = !simple || (stripe && stripe.share > simple.share + SIMPLER) ? stripe : simple;
  if (!found) return { kind: 'none', ...nothing };
  const scale = Math.max(Math.abs(found.mean), Math.abs(found.otherMean));
  const clear =
    found.share >= LEAST_SHARE && Math.abs(found.mean - found.otherMean) >= LEAST_DIFFERENCE * scale;
  return clear ? found : { ...found, kind: 'none' };
}

function best(figures: DirectionFigures, contrasts: readonly Contrast[]): TorusFinding | null {
  let found: TorusFinding | null = null;
  for (const contrast of contrasts) {
    const rated = rate(figures, contrast);
    if (rated && (!found || rated.share > found.share * (1 + 1e-9))) found = rated;
  }
  return found;
}

/** Deviations of all links sum up to nothing, so those of the others are the opposite. */
function rate(figures: DirectionFigures, { count, sum, ...contrast }: Contrast): TorusFinding | null {
  const others = figures.links - count;
  if (count === 0 || others === 0) return null;
  // What rounding leaves of a difference of large amounts is none.
  const least = EQUAL * Math.max(Math.abs(figures.high), Math.abs(figures.low));
  const rounded = (mean: number): number => (Math.abs(mean) < least ? 0 : mean);
  return {
    ...contrast,
    links: count,
    mean: rounded(figures.mean + sum / count),
    others,
    otherMean: rounded(figures.mean - sum / others),
    share: Math.min(1, (sum * sum * figures.links) / (count * others) / figures.spread),
  };
}

function directionContrasts({ directions }: TorusShape, { counts, sums }: DirectionFigures): Contrast[] {
  return Array.from({ length: directions }, (_, direction): Contrast[] => {
    const dimension = direction >> 1;
    const plain = { dimension, values: [], within: false };
    const own: Contrast = {
      kind: 'direction',
      direction,
      ...plain,
      count: counts[direction],
      sum: sums[direction],
    };
    if (direction % 2 === 1) return [own];
    const both = {
      count: counts[direction] + counts[direction + 1],
      sum: sums[direction] + sums[direction + 1],
    };
    return [own, { kind: 'dimension', direction: -1, ...plain, ...both }];
  }).flat();
}

/** All links that leave the nodes of a plane, or those of them that stay in it. */
function planeContrasts({ sizes, directions }: TorusShape, figures: DirectionFigures): Contrast[] {
  return sizes.flatMap((size, dimension) =>
    size === 1
      ? []
      : Array.from({ length: size }, (_, value) => value).flatMap((value) =>
          [false, true].map((within): Contrast => {
            let [count, sum] = [0, 0];
            for (let direction = 0; direction < directions; direction++) {
              if (within && direction >> 1 === dimension) continue;
              const cell = cellOf(figures, direction, dimension, value);
              count += cell.count;
              sum += cell.sum;
            }
            return { kind: 'plane', direction: -1, dimension, values: [value], within, count, sum };
          }),
        ),
  );
}

/** All links that close a ring: + of the last nodes and − of the first. In a ring of two each link does. */
function closingContrast({ sizes }: TorusShape, figures: DirectionFigures): Contrast {
  let [count, sum] = [0, 0];
  sizes.forEach((size, dimension) => {
    if (size < 3) return;
    for (const cell of [
      cellOf(figures, 2 * dimension, dimension, size - 1),
      cellOf(figures, 2 * dimension + 1, dimension, 0),
    ]) {
      count += cell.count;
      sum += cell.sum;
    }
  });
  return { kind: 'closing', direction: -1, dimension: -1, values: [], within: false, count, sum };
}

/** Links of one direction with some values of a coordinate, parted where their means lie furthest apart. */
function stripeContrasts({ sizes, directions }: TorusShape, figures: DirectionFigures): Contrast[] {
  const found: Contrast[] = [];
  for (let direction = 0; direction < directions; direction++) {
    sizes.forEach((size, dimension) => {
      const cells = Array.from({ length: size }, (_, value) => ({
        value,
        ...cellOf(figures, direction, dimension, value),
      }))
        .filter(({ count }) => count > 0)
        .sort((a, b) => a.sum / a.count - b.sum / b.count);
      const cut = widestGap(cells.map(({ sum, count }) => sum / count));
      for (const part of cut === 0 ? [] : [cells.slice(0, cut), cells.slice(cut)]) {
        const values = part.map(({ value }) => value).sort((a, b) => a - b);
        const count = part.reduce((total, cell) => total + cell.count, 0);
        const sum = part.reduce((total, cell) => total + cell.sum, 0);
        found.push({ kind: 'stripe', direction, dimension, values, within: false, count, sum });
      }
    });
  }
  return found;
}

/** How many of the ascending values lie before the widest gap; 0 = there is none. */
function widestGap(values: readonly number[]): number {
  let cut = 0;
  let widest = 0;
  for (let i = 1; i < values.length; i++) {
    if (values[i] - values[i - 1] <= widest) continue;
    widest = values[i] - values[i - 1];
    cut = i;
  }
  return cut;
}

/** What stands out with its number, then what it is compared with. */
export function describeFinding(shape: TorusShape, finding: TorusFinding, unit: string): [string, string] {
  const { kind, links, mean, others, otherMean, share } = finding;
  const amount = (value: number): string => formatQuantity(value, unit);
  const count = (value: number): string => formatExact(value, 'count');
  const percent = `${(100 * share).toFixed(share > 0.0995 ? 0 : 1)} %`;
  if (kind === 'equal')
    return [
      `All ${count(links)} links of the torus carry ${amount(mean)}.`,
      'No direction, dimension or plane differs.',
    ];
  if (kind === 'none')
    return [
      'No direction, dimension or plane stands out.',
      `The largest contrast, ${subject(shape, finding)}, explains ${percent} of the variance: ${amount(mean)} on average against ${amount(otherMean)}.`,
    ];
  const than =
    otherMean === 0
      ? `The other ${count(others)} carry ${amount(0)}. That explains`
      : `That is ${(mean / otherMean).toPrecision(3)} times the ${amount(otherMean)} of the other ${count(others)}, and explains`;
  return [
    `${subject(shape, finding)} ${finding.dimension < 0 ? 'are' : 'is'} ${mean > otherMean ? 'hot' : 'low'}: ${count(links)} links carry ${amount(mean)} on average.`,
    `${than} ${percent} of the variance of all links.`,
  ];
}

/** `Links that close a ring`, `+d`, `Dimension c`, `Plane b = 2`, `+d where a = 0 or 2`. */
function subject(shape: TorusShape, { direction, dimension, values, within, kind }: TorusFinding): string {
  if (dimension < 0) return 'Links that close a ring';
  const name = shape.names[dimension];
  if (values.length === 0) return direction < 0 ? `Dimension ${name}` : directionName(shape, direction);
  if (direction >= 0) return `${directionName(shape, direction)} where ${name} = ${listed(values)}`;
  return `Plane ${name} = ${values[0]}${within && kind !== 'none' ? ' within itself' : ''}`;
}

function listed(values: readonly number[]): string {
  if (values.length > 6) return `${values.slice(0, 5).join(', ')} … (${values.length} values)`;
  return values.length === 1 ? String(values[0]) : `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`;
}

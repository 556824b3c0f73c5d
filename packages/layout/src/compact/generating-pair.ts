import { parseExpression, type Value, WeftError } from '@weft/model';

/**
 * Eq. (2) of the LANL paper: the cell of switch x in layer l of L is the sum of A_n(x_n) for n = l .. L-1 and of
 * B_n(x_n) for n = 1 .. l-1, with x_n the digits of x, least significant first.
 */
export interface GeneratingPair {
  readonly name: string;
  readonly dimensions: 2 | 3;
  /** Digits run 0 .. arity-1; 4 for the paper's quaternary trees. */
  readonly arity: number;
  a(n: number, k: number, levels: number): readonly number[];
  b(n: number, k: number, levels: number): readonly number[];
  /** Added to every coordinate where cells would lie on odd multiples of 1/2, so that they count from 0. */
  shift?(levels: number): number;
}

/** One position per switch, layer by layer, `dimensions` numbers each. */
export interface CellLayout {
  readonly levels: number;
  readonly dimensions: 2 | 3;
  readonly switchesPerLayer: number;
  readonly coordinates: Float64Array;
}

export function layoutCells(pair: GeneratingPair, levels: number): CellLayout {
  checkLevels(levels, pair.arity);
  const switchesPerLayer = pair.arity ** (levels - 1);
  const { dimensions } = pair;
  const coordinates = new Float64Array(levels * switchesPerLayer * dimensions);
  const aTerms = termTable(pair.a, pair, levels);
  const bTerms = termTable(pair.b, pair, levels);
  for (let layer = 1; layer <= levels; layer++) {
    for (let x = 0; x < switchesPerLayer; x++) {
      const at = ((layer - 1) * switchesPerLayer + x) * dimensions;
      let rest = x;
      for (let n = 1; n < levels; n++) {
        const digit = rest % pair.arity;
        rest = Math.floor(rest / pair.arity);
        const term = (n >= layer ? aTerms : bTerms)[n][digit];
        for (let axis = 0; axis < dimensions; axis++) coordinates[at + axis] += term[axis];
      }
    }
  }
  return { levels, dimensions, switchesPerLayer, coordinates };
}

function termTable(
  generator: GeneratingPair['a'],
  { arity, dimensions }: GeneratingPair,
  levels: number,
): (readonly number[])[][] {
  return Array.from({ length: levels }, (_, n) =>
    Array.from({ length: n === 0 ? 0 : arity }, (_, k) => {
      const term = generator(n, k, levels);
      return Array.from({ length: dimensions }, (_, axis) => term[axis] ?? 0);
    }),
  );
}

const DIGIT_VECTORS = {
  a: [
    [0, 1],
    [1, 0],
    [0, -1],
    [-1, 0],
  ],
  b: [
    [-1, 1],
    [1, 1],
    [1, -1],
    [-1, -1],
  ],
} as const;

/** A pair entered as expressions of n, k, L and the paper's vectors a(k) and b(k), e.g. `3^(n-1) * a`. */
export function pairFromExpressions(a: string, b: string): GeneratingPair {
  const names = ['n', 'k', 'L', 'a', 'b'];
  const first = parseExpression(a, names);
  const second = parseExpression(b, names);
  const at = (expression: typeof first) => (n: number, k: number, levels: number) =>
    vectorOf(
      expression.evaluate({ n, k, L: levels, a: DIGIT_VECTORS.a[k], b: DIGIT_VECTORS.b[k] }),
      expression.text,
    );
  const dimensions = Math.max(at(first)(1, 0, 2).length, at(second)(1, 0, 2).length) > 2 ? 3 : 2;
  return { name: `A = ${a}, B = ${b}`, dimensions, arity: 4, a: at(first), b: at(second) };
}

function vectorOf(value: Value, text: string): readonly number[] {
  if (typeof value !== 'number' && value.length >= 2 && value.length <= 3 && value.every(Number.isFinite))
    return value;
  throw new WeftError({
    code: 'BAD-EXPRESSION',
    message: `«${text}» must give a vector of two or three finite numbers`,
    advice: 'For example 3^(n-1) * a, or [2^n, k].',
  });
}

const MAX_SWITCHES = 4 ** 10;

function checkLevels(levels: number, arity: number): void {
  if (Number.isInteger(levels) && levels >= 1 && levels * arity ** (levels - 1) <= MAX_SWITCHES) return;
  throw new WeftError({
    code: 'BAD-LEVELS',
    message: `${levels} layers cannot be laid out`,
    advice: `Use a whole number from 1, with at most ${MAX_SWITCHES} switches in all.`,
  });
}

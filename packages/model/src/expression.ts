import { WeftError } from './weft-error.ts';

/**
 * A small, safe expression language: numbers, vectors `[x, y]`, variables, `+ - * / % ^`, parentheses, indexing
 * `[4, 5][k]` and a fixed set of functions. Nothing else can be named, nothing is evaluated as code.
 */
export type Value = number | readonly number[];

export type Scope = Readonly<Record<string, Value>>;

export interface Expression {
  readonly text: string;
  /** Names of the variables it uses. */
  readonly variables: readonly string[];
  evaluate(scope: Scope): Value;
}

type Node = (scope: Scope) => Value;

/** Maps, so that `constructor` and its kind name nothing. */
const FUNCTIONS = new Map<string, (...values: number[]) => number>(
  Object.entries({
    abs: Math.abs,
    ceil: Math.ceil,
    cos: Math.cos,
    exp: Math.exp,
    floor: Math.floor,
    log: Math.log,
    log2: Math.log2,
    max: Math.max,
    min: Math.min,
    mod: (a: number, b: number) => a - b * Math.floor(a / b),
    pow: (a: number, b: number) => a ** b,
    round: Math.round,
    sign: Math.sign,
    sin: Math.sin,
    sqrt: Math.sqrt,
  }),
);

const CONSTANTS = new Map([
  ['pi', Math.PI],
  ['e', Math.E],
]);

const OPERATORS: Readonly<Record<string, (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '%': (a, b) => a % b,
  '^': (a, b) => a ** b,
};

interface Token {
  readonly text: string;
  readonly at: number;
}

/** Parses once; the result can be evaluated many times. `names` are the variables that exist. */
export function parseExpression(text: string, names: readonly string[]): Expression {
  const parser = createParser(text, tokenise(text), names);
  const node = parser.sum();
  parser.expectEnd();
  return { text, variables: [...parser.used], evaluate: node };
}

function tokenise(text: string): Token[] {
  const pattern = /\s*(?:(\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+)|([A-Za-z_]\w*)|([-+*/%^()[\],]))/y;
  const tokens: Token[] = [];
  const end = text.trimEnd().length;
  while (pattern.lastIndex < end) {
    const at = pattern.lastIndex;
    const match = pattern.exec(text);
    if (!match) throw syntaxError(text, at, `«${text.slice(at).trimStart()[0]}» is not allowed`);
    tokens.push({ text: match[1] ?? match[2] ?? match[3], at: match.index });
  }
  return tokens;
}

function createParser(text: string, tokens: readonly Token[], names: readonly string[]) {
  const used = new Set<string>();
  let at = 0;

  const peek = (): string | undefined => tokens[at]?.text;
  const accept = (...texts: string[]): string | undefined => {
    const next = peek();
    if (next === undefined || !texts.includes(next)) return undefined;
    at++;
    return next;
  };
  const fail = (message: string): never => {
    throw syntaxError(text, tokens[at]?.at ?? text.length, message);
  };
  const expect = (wanted: string): void => {
    if (!accept(wanted)) fail(`«${wanted}» expected`);
  };

  const binary = (operand: () => Node, ...operators: string[]): Node => {
    let left = operand();
    for (let operator = accept(...operators); operator; operator = accept(...operators)) {
      left = combine(OPERATORS[operator], left, operand());
    }
    return left;
  };
  const sum = (): Node => binary(product, '+', '-');
  const product = (): Node => binary(signed, '*', '/', '%');
  const signed = (): Node => {
    if (accept('-')) return combine(OPERATORS['-'], () => 0, signed());
    accept('+');
    return power();
  };
  const power = (): Node => {
    const base = indexed();
    return accept('^') ? combine(OPERATORS['^'], base, signed()) : base;
  };
  const indexed = (): Node => {
    let node = atom();
    while (accept('[')) {
      node = elementAt(node, sum());
      expect(']');
    }
    return node;
  };
  const atom = (): Node => {
    const next = peek();
    if (next === undefined) return fail('the expression ends too early');
    if (accept('(')) {
      const inner = sum();
      expect(')');
      return inner;
    }
    if (accept('[')) return vector(list(']'));
    if (/^[\d.]/.test(next)) {
      at++;
      return () => Number(next);
    }
    if (/^[A-Za-z_]/.test(next)) return named(next);
    return fail(`«${next}» is unexpected`);
  };
  const named = (name: string): Node => {
    if (tokens[at + 1]?.text === '(') {
      const apply = FUNCTIONS.get(name) ?? fail(`there is no function ${name}`);
      at += 2;
      const values = list(')');
      return (scope) => apply(...values.map((value) => asNumber(value(scope))));
    }
    if (names.includes(name)) {
      at++;
      used.add(name);
      return (scope) => scope[name];
    }
    const constant =
      CONSTANTS.get(name) ?? fail(`there is no variable ${name}; there are ${names.join(', ')}`);
    at++;
    return () => constant;
  };
  const list = (close: string): Node[] => {
    const items = [sum()];
    while (accept(',')) items.push(sum());
    expect(close);
    return items;
  };
  return {
    used,
    sum,
    expectEnd: () => {
      if (peek() !== undefined) fail(`«${peek()}» is unexpected`);
    },
  };
}

function vector(items: readonly Node[]): Node {
  return (scope) => items.map((item) => asNumber(item(scope)));
}

function elementAt(list: Node, index: Node): Node {
  return (scope) => {
    const values = list(scope);
    return typeof values === 'number' ? values : values[asNumber(index(scope))];
  };
}

function combine(operator: (a: number, b: number) => number, left: Node, right: Node): Node {
  return (scope) => {
    const a = left(scope);
    const b = right(scope);
    if (typeof a === 'number' && typeof b === 'number') return operator(a, b);
    const size = Math.max(lengthOf(a), lengthOf(b));
    return Array.from({ length: size }, (_, i) => operator(component(a, i), component(b, i)));
  };
}

function lengthOf(value: Value): number {
  return typeof value === 'number' ? 1 : value.length;
}

function component(value: Value, index: number): number {
  return typeof value === 'number' ? value : (value[index] ?? 0);
}

function asNumber(value: Value): number {
  return typeof value === 'number' ? value : (value[0] ?? Number.NaN);
}

function syntaxError(text: string, offset: number, message: string): WeftError {
  return new WeftError({
    code: 'BAD-EXPRESSION',
    message: `${message} in «${text}»`,
    offset,
    advice: 'Use numbers, vectors [x, y], variables, + - * / % ^ and functions such as floor, min, sqrt.',
  });
}

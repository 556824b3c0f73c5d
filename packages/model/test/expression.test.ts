import { describe, expect, it } from 'vitest';
import { parseExpression } from '../src/index.ts';

const evaluate = (text: string, scope = {}) => parseExpression(text, Object.keys(scope)).evaluate(scope);

describe('expressions', () => {
  it.each([
    ['1 + 2 * 3', 7],
    ['2 ^ 3 ^ 2', 512],
    ['-2 ^ 2', -4],
    ['(1 + 2) * 3', 9],
    ['7 % 4 - 1', 2],
    ['2 * -3', -6],
    ['min(3, 2, 5) + floor(1.9)', 3],
    ['.5 + 1e3', 1000.5],
    ['[4, 5, 6][2]', 6],
  ])('%s = %d', (text, value) => {
    expect(evaluate(text)).toBe(value);
  });

  it('computes with vectors and variables', () => {
    expect(evaluate('3^(n-1) * [0, 1, 0, -1][k]', { n: 3, k: 3 })).toBe(-9);
    expect(evaluate('2 * a + [1, 0]', { a: [1, -1] })).toEqual([3, -2]);
    expect(parseExpression('wait / data', ['wait', 'data', 'packets']).variables).toEqual(['wait', 'data']);
  });

  it.each([
    '1 +',
    'process.exit()',
    'x',
    '(1',
    '1 2',
    'constructor',
    'a["b"]',
    'floor',
    '[1, 2',
    'sin()',
    '2 ** 3',
    '',
  ])('refuses %s', (text) => {
    expect(() => evaluate(text, { n: 1 })).toThrow(expect.objectContaining({ code: 'BAD-EXPRESSION' }));
  });
});

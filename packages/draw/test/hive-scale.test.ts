import { describe, expect, it } from 'vitest';
import { scaleTicks } from '../src/hive/scale-ticks.ts';

describe('ticks of a hive plot', () => {
  it('are apart by any rule, its ends first', () => {
    const wide = (one: number, other: number) => Math.abs(Math.log10(one / other)) > 0.3;
    expect(scaleTicks([37.3, 1660], 'log', wide)).toEqual([37.3, 100, 200, 500, 1660]);
    expect(scaleTicks([37.3, 1660], 'log', () => false)).toEqual([1660]);
  });
});

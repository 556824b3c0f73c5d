import { describe, expect, it } from 'vitest';
import { createRandom, formatExact, formatQuantity, formatTimes, shuffle } from '../src/index.ts';

const plain = (text: string): string => text.replaceAll('\u00a0', ' ');

describe('quantities', () => {
  it('tells how many times as much by three figures, without a prefix', () => {
    const texts = [0.625, 1.5, 2, 12.345, 999.6, 4170.2, 1234567].map(formatTimes);
    expect(texts).toEqual(
      ['0.625', '1.5', '2', '12.3', '1,000', '4,170', '1,230,000'].map((text) => `${text} times`),
    );
  });

  it.each([
    [1.78e12, 'B', '1.78 TB'],
    [12.4e9, 'B/s', '12.4 GB/s'],
    [3.2e6, 'ns', '3.2 ms'],
    [0, 'B', '0 B'],
    [999.4, 'B', '999 B'],
    [999.6, 'B', '1 kB'],
    [-5e9, 'B', '−5 GB'],
    [86_400e9, 'ns', '1 d'],
    [7776, 'count', '7.78 k'],
    [100, '', '100'],
    [Number.NaN, 'B', '–'],
  ])('%d %s is %s', (value, unit, text) => {
    expect(plain(formatQuantity(value, unit))).toBe(text);
  });

  it('gives times per something in seconds with small prefixes', () => {
    expect(formatQuantity(0.000292, 'ns/B')).toBe('292\u00a0fs/B');
    expect(formatQuantity(0.5, 's/s')).toBe('500\u00a0ms/s');
    expect(formatQuantity(12, 's/s')).toBe('12\u00a0s/s');
    expect(formatQuantity(-3e3, 'ns/packets')).toBe('−3\u00a0µs/packets');
    expect(formatQuantity(0, 'ns/B')).toBe('0\u00a0s/B');
  });

  it('are exact on demand', () => {
    expect(plain(formatExact(1_780_000_000_001, 'B'))).toBe('1,780,000,000,001 B');
    expect(plain(formatExact(6_784_451_212, 'ns'))).toBe('6.78 s (6,784,451,212 ns)');
    expect(plain(formatExact(640, 'ns'))).toBe('640 ns');
    expect(plain(formatQuantity(3850, 's/s'))).toBe('3,850 s/s');
  });
});

describe('seeded randomness', () => {
  it('repeats for the same seed and differs for another', () => {
    const draw = (seed: number | string) => Array.from({ length: 5 }, createRandom(seed).next);
    expect(draw(1)).toEqual(draw(1));
    expect(draw(1)).not.toEqual(draw(2));
    expect(draw('a')).not.toEqual(draw('b'));
  });

  it('is uniform enough and shuffles all items', () => {
    const random = createRandom(7);
    const counts = new Array(10).fill(0);
    for (let i = 0; i < 100_000; i++) counts[random.below(10)]++;
    for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(500);
    const items = shuffle([...Array(100).keys()], random);
    expect([...items].sort((a, b) => a - b)).toEqual([...Array(100).keys()]);
  });
});

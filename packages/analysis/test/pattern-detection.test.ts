import { describe, expect, it } from 'vitest';
import { detectPatterns } from '../src/pattern-detection/detect-patterns.ts';
import { phaseDistances, trafficProfile } from '../src/pattern-detection/phase-distances.ts';

/** Distance 0 between equal letters, 1 between others. */
function detect(text: string) {
  const n = text.length;
  const distances = Float64Array.from({ length: n * n }, (_, at) =>
    text[Math.floor(at / n)] === text[at % n] ? 0 : 1,
  );
  return detectPatterns(distances, n);
}

describe('pattern detection', () => {
  it('names repeated phases and finds their period', () => {
    const { names, patterns, period, sections, outliers } = detect('aaab'.repeat(3));
    expect(names.slice(0, 4)).toEqual(['k1', 'k1', 'k1', 'k2']);
    expect(patterns[1]).toEqual([3, 7, 11]);
    expect(period).toBe(4);
    expect(sections.map(([from, to]) => to - from)).toEqual([3, 1, 3, 1, 3, 1]);
    expect(outliers).toEqual([]);
  });

  it('finds a long period among mostly equal phases', () => {
    expect(detect(`${'a'.repeat(19)}b`.repeat(3)).period).toBe(20);
    expect(detect('aaaa').period).toBe(1);
    expect(detect('abcdef').period).toBe(0);
  });

  it('marks what occurs once or out of step', () => {
    const { outliers, names, period } = detect('abcabcaxcabcabbabc');
    expect(period).toBe(3);
    expect(outliers).toEqual([7, 14]);
    expect(names[7]).toBeNull();
    expect(names[14]).toBe('k2');
  });

  it('finds sequences that come again, the most telling first', () => {
    const { motifs } = detect('ababcxyzcccxyzxyz');
    expect(motifs).toEqual([
      { length: 3, starts: [5, 11, 14] },
      { length: 2, starts: [0, 2] },
    ]);
    expect(detect('aaaaaa').motifs).toEqual([]);
    expect(detect(`${'a'.repeat(8)}b`.repeat(3)).motifs).toEqual([{ length: 9, starts: [0, 9, 18] }]);
  });

  it('has an answer for no phase and for one', () => {
    expect(detect('')).toMatchObject({ patterns: [], period: 0, outliers: [] });
    expect(detect('a')).toMatchObject({ patterns: [], names: [null] });
  });

  it('sees the same traffic behind different communities, and the same structure between other ranks', () => {
    const traffic = (dst: number[], weight = 4) =>
      trafficProfile(4, Int32Array.of(0, 1, 2, 3), Int32Array.from(dst), new Float64Array(4).fill(weight));
    const ring = traffic([1, 2, 3, 0]);
    const same = traffic([1, 2, 3, 0]);
    const back = traffic([3, 0, 1, 2]);
    const heavy = traffic([1, 2, 3, 0], 400);
    const differences = Float64Array.from({ length: 16 }, (_, at) => (at % 5 === 0 ? 0 : 8));
    differences[2] = 0;
    differences[8] = 0;
    const distances = phaseDistances([ring, same, back, heavy], differences);
    expect(distances[1]).toBe(0);
    expect(distances[2]).toBe(0);
    expect(distances[3]).toBeCloseTo(396 / 404);
  });
});

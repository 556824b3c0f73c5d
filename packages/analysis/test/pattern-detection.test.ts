import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { detectPatterns } from '../src/pattern-detection/detect-patterns.ts';
import { describePeriod, findPeriodSection } from '../src/pattern-detection/find-period-section.ts';
import { phaseDistances, trafficProfile } from '../src/pattern-detection/phase-distances.ts';

/** Distance 0 between equal letters, 1 between others. */
function detect(text: string) {
  const n = text.length;
  const distances = Float64Array.from({ length: n * n }, (_, at) =>
    text[Math.floor(at / n)] === text[at % n] ? 0 : 1,
  );
  return detectPatterns(distances, n);
}

/** Tries every part with every period. */
function longestSlowly(kinds: Int32Array): number {
  let longest = 0;
  for (let from = 0; from < kinds.length; from++) {
    for (let end = from + 1; end <= kinds.length; end++) {
      const part = kinds.subarray(from, end);
      const isLong = part.length >= kinds.length / 2 && new Set(part).size > 1;
      for (let period = 2; isLong && period * 4 <= part.length; period++) {
        if (part.every((kind, at) => at < period || kind === part[at - period]))
          longest = Math.max(longest, part.length);
      }
    }
  }
  return longest;
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

  it('finds a part of the run that has a period where the whole has none', () => {
    const { period, section } = detect(`qrstuvwxyzijkl${'aab'.repeat(6)}`);
    expect(period).toBe(0);
    expect(section).toEqual({ period: 3, from: 14, end: 32 });
    expect(describePeriod({ period, section }, 32)).toBe('period 3 phases from t14 on');
    const middle = detect(`qrstu${'ab'.repeat(8)}vwxyzijkl`);
    expect(middle.section).toEqual({ period: 2, from: 5, end: 21 });
    expect(describePeriod(middle, 30)).toBe('period 2 phases in t5 to t20');
  });

  it('calls no part periodic that is short, of one kind, or comes again too seldom', () => {
    expect(detect(`qrstuvwxyzijklmnop${'ab'.repeat(5)}`).section).toBeNull();
    expect(detect(`qrstuvwx${'a'.repeat(12)}`).section).toBeNull();
    expect(detect(`qrstuvw${'abc'.repeat(3)}`).section).toBeNull();
    expect(detect('abab').section).toBeNull();
  });

  it('finds the longest part that a slow search finds', () => {
    const runs = fc.array(fc.nat(2), { maxLength: 24 }).map((list) => Int32Array.from(list));
    fc.assert(
      fc.property(runs, (kinds) => {
        const found = findPeriodSection(kinds);
        const length = found ? found.end - found.from : 0;
        expect(length).toBe(longestSlowly(kinds));
        if (found)
          for (let at = found.from + found.period; at < found.end; at++)
            expect(kinds[at]).toBe(kinds[at - found.period]);
      }),
    );
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

import { signal } from '@preact/signals';
import { describe, expect, it } from 'vitest';
import { compareVerdict } from '../src/findings/compare-verdict.ts';

const side = (label: string, totals: readonly number[]) => ({
  label: signal(label),
  totals: signal(Float64Array.from(totals)),
  cube: signal(null),
  time: signal(null),
});

describe('verdict of a comparison', () => {
  const sides = { a: side('A', [30, 10]), b: side('B', [16.5, 10]) };

  it('says by how much amounts grew or shrank', () => {
    expect(compareVerdict(sides, 'B')).toContain('largest link −45\u00a0% (16.5\u00a0B against 30\u00a0B)');
  });

  it('says so relative to A of shares, too, and what A and B have', () => {
    expect(compareVerdict(sides, '%', 'gauge')).toBe(
      'B against A: largest link −45\u00a0% (16.5\u00a0% against 30\u00a0%), mean −33.8\u00a0% (13.3\u00a0% against 20\u00a0%).',
    );
  });
});

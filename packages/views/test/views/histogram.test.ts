import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { binEdge, binOf, countBins, evenBins, niceBins, quantumOf } from '../../src/views/histogram/bins.ts';

const value = fc.oneof(fc.constant(0), fc.double({ min: 1e-9, max: 1e13, noNaN: true }));

describe('histogram bins', () => {
  it('cover all values with round edges, in about the number wanted', () => {
    fc.assert(
      fc.property(fc.array(value, { minLength: 1 }), fc.integer({ min: 20, max: 60 }), (values, wanted) => {
        const high = Math.max(...values);
        const bins = niceBins(0, high, wanted);
        expect(bins.low).toBe(0);
        expect(binEdge(bins, bins.count)).toBeGreaterThanOrEqual(high * (1 - 1e-9));
        expect(bins.count).toBeLessThanOrEqual(wanted * 2);
        if (high > 0) expect(bins.count).toBeGreaterThanOrEqual(wanted / 2.5);
      }),
    );
    expect(niceBins(0, 1.78e12, 20)).toEqual({ low: 0, step: 1e11, count: 18 });
    expect(niceBins(0, 0, 20).count).toBe(1);
  });

  it('hold equally many steps where values have steps, however many bins are wanted', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 3, max: 300 }),
        fc.double({ min: 1e-6, max: 1e9, noNaN: true }),
        fc.integer({ min: 20, max: 60 }),
        (levels, step, wanted) => {
          const values = Float64Array.from({ length: levels + 1 }, (_, i) => i * step);
          const high = levels * step;
          const bins = evenBins(niceBins(0, high, wanted), high, quantumOf(values));
          const all = new Uint32Array(bins.count);
          countBins(values, new Uint8Array(values.length), bins, { all, kept: all.slice(), first: 0 });
          const full = all.slice(0, -1);
          const most = Math.max(...full);
          // Many steps to a bin, or many bins to a step, need no care.
          if (levels < 2 * wanted && levels > wanted) expect(new Set(full)).toEqual(new Set([most]));
          expect(all.reduce((sum, count) => sum + count)).toBe(values.length);
        },
      ),
    );
  });

  it('take values without steps as they are', () => {
    expect(quantumOf(Float64Array.of(0, 1, 2.5, 3.7))).toBe(0);
    expect(quantumOf(Float64Array.of(4, 6, 10))).toBe(2);
    expect(quantumOf(Float64Array.from({ length: 1000 }, (_, i) => Math.sqrt(i)))).toBe(0);
    const round = niceBins(0, 10, 20);
    expect(evenBins(round, 10, 0)).toBe(round);
  });

  it('count like the obvious loops, and lose nothing', () => {
    const links = fc.array(fc.record({ value, kept: fc.integer({ min: 0, max: 1 }) }), {
      minLength: 1,
      maxLength: 80,
    });
    fc.assert(
      fc.property(links, fc.integer({ min: 0, max: 3 }), (list, first) => {
        const values = Float64Array.from(list, (link) => link.value);
        const bins = niceBins(0, Math.max(...values), 20);
        const all = new Uint32Array(first + bins.count);
        const kept = new Uint32Array(first + bins.count);
        countBins(
          values,
          Uint8Array.from(list, (link) => link.kept),
          bins,
          { all, kept, first },
        );
        for (let bin = 0; bin < bins.count; bin++) {
          const own = list.filter((link) => binOf(bins, link.value) === bin);
          expect(all[first + bin]).toBe(own.length);
          expect(kept[first + bin]).toBe(own.filter((link) => link.kept === 1).length);
        }
        expect(all.reduce((sum, count) => sum + count)).toBe(list.length);
      }),
    );
  });

  it('hold the values from their edge to the next, the last one to its end', () => {
    fc.assert(
      fc.property(fc.array(value, { minLength: 1 }), (values) => {
        const bins = niceBins(0, Math.max(...values), 20);
        for (const own of values) {
          const bin = binOf(bins, own);
          if (bin > 0) expect(own).toBeGreaterThanOrEqual(binEdge(bins, bin));
          if (bin < bins.count - 1) expect(own).toBeLessThan(binEdge(bins, bin + 1));
        }
      }),
    );
  });

  it('put a value on an edge into the bin that starts there', () => {
    const bins = niceBins(0, 1, 10);
    for (let bin = 0; bin < bins.count; bin++) expect(binOf(bins, binEdge(bins, bin))).toBe(bin);
    expect(binOf(bins, 1)).toBe(bins.count - 1);
  });
});

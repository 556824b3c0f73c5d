import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  clearKey,
  decodeSelection,
  emptySelection,
  encodeSelection,
  isNarrowing,
  unreadableKeys,
} from '../src/index.ts';

describe('selection', () => {
  it('is empty text when nothing is selected', () => {
    expect(encodeSelection(emptySelection)).toBe('');
    expect(decodeSelection('')).toEqual(emptySelection);
  });

  it('survives the way through a URL', () => {
    const selection = {
      ...emptySelection,
      metric: 'wait',
      time: [0, 5e12] as [number, number],
      jobs: [3, 7],
      outside: true,
    };
    expect(decodeSelection(encodeSelection(selection))).toEqual(selection);
  });

  it('writes runs of ranks as ranges, keeps their order, and reads lists that are written out', () => {
    const ranks = [300, ...Array.from({ length: 256 }, (_, rank) => rank)];
    expect(encodeSelection({ ...emptySelection, ranks })).toBe('ranks=300.0-255');
    expect(decodeSelection('ranks=[4,5,9]').ranks).toEqual([4, 5, 9]);
    expect(unreadableKeys('ranks=9-3&jobs=0-99999999999')).toEqual(['ranks', 'jobs']);
    const lists = fc.array(fc.nat(40), { maxLength: 60 });
    fc.assert(
      fc.property(lists, lists, (links, sources) => {
        const selection = { ...emptySelection, links, sources };
        expect(decodeSelection(encodeSelection(selection))).toEqual(selection);
      }),
    );
  });

  it('reads the name of a metric that looks like a number', () => {
    const selection = { ...emptySelection, metric: '12' };
    expect(decodeSelection(encodeSelection(selection))).toEqual(selection);
  });

  it('names the keys whose values make no sense', () => {
    expect(unreadableKeys('time=nonsense&jobs=[1]&color=red&switchesOf=none')).toEqual([
      'time',
      'switchesOf',
    ]);
  });

  it('leaves out what makes no sense', () => {
    expect(decodeSelection('time=nonsense&jobs=[1]&color=red')).toEqual({ ...emptySelection, jobs: [1] });
  });

  it('clears one part and leaves the others', () => {
    const selection = { ...emptySelection, value: [1, 2] as [number, number], outside: true, jobs: [1] };
    const cleared = clearKey(selection, 'value');
    expect(isNarrowing(cleared, 'value')).toBe(false);
    expect(cleared).toEqual({ ...emptySelection, jobs: [1] });
  });
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { digestOf } from '../src/stages/digest-of.ts';

it('is equal of equal data and of no others', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
      expect(digestOf(structuredClone(a))).toBe(digestOf(a));
      if (JSON.stringify(a) !== JSON.stringify(b)) expect(digestOf(a)).not.toBe(digestOf(b));
    }),
  );
});

it('does not ask how numbers are kept', () => {
  const kept = { size: 0.5 };
  kept.size = 300e6;
  expect(digestOf(kept)).toBe(digestOf({ size: 300e6 }));
});

it('takes typed arrays and maps by their content, and shared ones once', () => {
  const of = (last: number) => {
    const members = Int32Array.of(1, 2, last);
    return { ranks: [{ members }, { members }], learned: new Map([[1, 'a']]) };
  };
  expect(digestOf(of(3))).toBe(digestOf(of(3)));
  expect(digestOf(of(3))).not.toBe(digestOf(of(4)));
  expect(digestOf(new Map([[1, 'a']]))).not.toBe(digestOf(new Map([[1, 'b']])));
});

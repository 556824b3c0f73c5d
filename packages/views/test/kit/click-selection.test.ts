import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clickEnds, clickItems, isAdding, noEnds } from '../../src/kit/click-selection.ts';

const ids = fc.uniqueArray(fc.nat(20), { maxLength: 6 });
const some = fc.uniqueArray(fc.nat(20), { minLength: 1, maxLength: 6 });
const keys = { shiftKey: false, ctrlKey: false, metaKey: false };

describe('a click', () => {
  it('adds with ctrl, command or shift, and replaces with none', () => {
    expect(isAdding(keys)).toBe(false);
    for (const key of ['shiftKey', 'ctrlKey', 'metaKey'])
      expect(isAdding({ ...keys, [key]: true })).toBe(true);
  });

  it('selects what was clicked alone, and nothing where it was selected alone before', () => {
    fc.assert(
      fc.property(ids, some, (before, clicked) => {
        const same = [...before].sort().join() === [...clicked].sort().join();
        expect(clickItems(before, clicked, false)).toEqual(same ? [] : clicked);
      }),
    );
  });

  it('that adds keeps what was selected, and takes out what was selected wholly', () => {
    fc.assert(
      fc.property(ids, some, (before, clicked) => {
        const after = new Set(clickItems(before, clicked, true));
        const all = clicked.every((id) => before.includes(id));
        for (let id = 0; id <= 20; id++) {
          const expected = all
            ? before.includes(id) && !clicked.includes(id)
            : before.includes(id) || clicked.includes(id);
          expect(after.has(id)).toBe(expected);
        }
      }),
    );
  });

  it('on an end of routes leaves no other end, and one that adds leaves all others', () => {
    const before = { ...noEnds, sources: [1], destinations: [2], links: [3] };
    expect(clickEnds(before, 'sources', [1], false)).toEqual({ ...noEnds, sources: [1] });
    expect(clickEnds(before, 'links', [4], false)).toEqual({ ...noEnds, links: [4] });
    expect(clickEnds(before, 'links', [4], true)).toEqual({ links: [3, 4] });
    expect(clickEnds({ ...noEnds, links: [4] }, 'links', [4], false)).toEqual(noEnds);
  });
});

import { describe, expect, it } from 'vitest';
import { categoryColours } from '../src/colour/categories.ts';
import { regionColour, regionColours } from '../src/colour/region-colour.ts';

const manyNames = (count: number): string[] => Array.from({ length: count }, (_, i) => `region_${i * 7}`);

describe('colours of regions', () => {
  it('are distinct in one trace as far as three shades of the palette go', () => {
    const most = 3 * categoryColours.length;
    for (const count of [2, categoryColours.length, most]) {
      const colours = regionColours(manyNames(count));
      expect(new Set(colours.values()).size).toBe(count);
    }
    expect(regionColours(manyNames(most + 5)).size).toBe(most + 5);
  });

  it('are those of the names alone for the first, and where no other has them', () => {
    const names = manyNames(40);
    const same = names.find((name) => name !== names[0] && regionColour(name) === regionColour(names[0]))!;
    const colours = regionColours([names[0], same]);
    expect(colours.get(names[0])).toBe(regionColour(names[0]));
    expect(colours.get(same)).not.toBe(regionColour(same));
    expect(regionColours([same]).get(same)).toBe(regionColour(same));
  });
});

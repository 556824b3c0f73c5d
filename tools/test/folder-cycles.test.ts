import { describe, expect, it } from 'vitest';
import { folderCycles, resolveImport } from '../folder-cycles.js';

describe('folders that import each other', () => {
  it('are fine as long as all point one way', () => {
    expect(
      folderCycles([
        ['registry.ts', 'families/torus.ts'],
        ['families/torus.ts', 'family.ts'],
        ['families/torus.ts', 'graph/degree.ts'],
        ['families/torus.ts', 'families/grid.ts'],
      ]),
    ).toEqual([]);
  });

  it('are named in the order of the circle', () => {
    expect(
      folderCycles([
        ['state/page.ts', 'data/load.ts'],
        ['data/load.ts', 'metrics/plan.ts'],
        ['metrics/plan.ts', 'state/page.ts'],
      ]),
    ).toEqual([['data', 'metrics', 'state']]);
  });

  it('include files that lie directly in src', () => {
    const imports = [
      ['registry.ts', 'routing/min-hop.ts'],
      ['routing/assumed.ts', 'registry.ts'],
    ];
    expect(folderCycles(imports)).toEqual([['registry.ts', 'routing']]);
  });

  it('are found between nested folders, and between the folders at the top that hold them', () => {
    const nested = [
      ['views/matrix/draw.ts', 'views/tree/colours.ts'],
      ['views/tree/draw.ts', 'views/matrix/colours.ts'],
    ];
    expect(folderCycles(nested)).toEqual([['views/matrix', 'views/tree']]);
    const top = [
      ['views/matrix/draw.ts', 'kit/colours.ts'],
      ['kit/legend/draw.ts', 'views/tree/model.ts'],
    ];
    expect(folderCycles(top)).toEqual([['kit', 'views']]);
  });

  it('reads an import as the file it names', () => {
    expect(resolveImport('views/matrix/draw.ts', '../../kit/colours.ts')).toBe('kit/colours.ts');
    expect(resolveImport('views/matrix/draw.ts', '@weft/model')).toBeNull();
  });
});

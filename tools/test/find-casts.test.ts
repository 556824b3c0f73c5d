import { describe, expect, it } from 'vitest';
import { findCasts } from '../find-casts.js';

describe('casts', () => {
  it('are found by line, each step of a double one, on whatever line they stand', () => {
    const text = `const a = b as string;
const c = d as unknown as Rows;
const e = f(
  g,
) as Map<string, number>;
const h = <number>i;`;
    expect(findCasts('a.ts', text)).toEqual([1, 2, 2, 3, 6]);
    expect(findCasts('a.tsx', 'const a = <b>{c as string} as text</b>;')).toEqual([1]);
  });

  it('are not: constants, other names of imports, keys of types, checks, comments and texts', () => {
    const text = `import { spans as spansTable, type Row as TableRow } from './tables.ts';
export { spansTable as table };
const sizes = [1, 2] as const;
type Kept<T> = { [K in keyof T as T[K] extends string ? K : never]: T[K] };
const row = { rank: 1 } satisfies TableRow;
// read as text
const note = 'as Text' + \`as \${row} as Row\`;`;
    expect(findCasts('a.ts', text)).toEqual([]);
  });

  it('are not looked for in what does not parse', () => {
    expect(() => findCasts('a.ts', 'const = 1')).toThrow('a.ts');
  });
});

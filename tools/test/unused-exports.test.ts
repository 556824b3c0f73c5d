import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { unusedExports } from '../unused-exports.js';

function unused(files: Readonly<Record<string, string>>): string[] {
  const resolve = (file: string, target: string) =>
    target === '@weft/model' ? 'model/index.ts' : posix.join(posix.dirname(file), target);
  return unusedExports(new Map(Object.entries(files)), resolve).map(({ path, name }) => `${path} ${name}`);
}

describe('exports without a user', () => {
  it('are those that no other file imports', () => {
    expect(
      unused({
        'a.ts': `export const one = 1;
export function two() { return one; }
export interface Three {}
export async function four() {}
export default class Five {}`,
        'b.ts': "import { one, type Three as Third } from './a.ts';",
      }),
    ).toEqual(['a.ts two', 'a.ts four', 'a.ts default']);
  });

  it('are followed through files that pass them on, under another name, too', () => {
    const files = {
      'model/tables.ts': 'export const tables = {};\nexport const jobs = {};\nexport type Rows = number;',
      'model/index.ts': "export { tables as allTables, jobs, type Rows } from './tables.ts';",
      'page.ts': "import {\n  allTables,\n  type Rows,\n} from '@weft/model';",
    };
    expect(unused(files)).toEqual(['model/tables.ts jobs', 'model/index.ts jobs']);
    expect(unused({ ...files, 'model/index.ts': "export * from './tables.ts';" })).toEqual([
      'model/tables.ts tables',
      'model/tables.ts jobs',
    ]);
  });

  it('do not arise where a file is imported as a whole, or only when it is needed', () => {
    const a = { 'a.ts': 'export const one = 1;\nexport const two = 2;' };
    expect(unused({ ...a, 'b.ts': "import * as a from './a.ts';" })).toEqual([]);
    expect(unused({ ...a, 'b.ts': "const { one } = await import('./a.ts');" })).toEqual([]);
    expect(
      unused({ ...a, 'b.ts': "/* import { one, two } from './a.ts'; */\n// import * as a from './a.ts';" }),
    ).toEqual(['a.ts one', 'a.ts two']);
  });
});

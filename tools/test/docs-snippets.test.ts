import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A block of code whose first line names the file it would be. */
const block = /^```(?:ts|tsx) (\S+)\n([\s\S]*?)^```$/gm;

const snippets = readdirSync(join(root, 'docs'))
  .filter((name) => name.endsWith('.md'))
  .flatMap((name) => [...readFileSync(join(root, 'docs', name), 'utf8').matchAll(block)])
  .map(([, path, code]) => ({ path, code }));

/** A folder that stands beside the repository's own: relative imports find the files of both. */
function typeCheck(files: readonly { path: string; code: string }[]): string {
  const folder = mkdtempSync(join(root, 'node_modules', '.snippets-'));
  try {
    for (const { path, code } of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), code);
    }
    const config = {
      extends: join(root, 'tsconfig.json'),
      compilerOptions: { rootDirs: [root, folder], noEmit: true },
      include: [],
      files: [join(root, 'packages/views/src/css.d.ts'), ...files.map(({ path }) => join(folder, path))],
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
    execFileSync(join(root, 'node_modules/.bin/tsc'), ['-p', join(folder, 'tsconfig.json')], {
      encoding: 'utf8',
    });
    return '';
  } catch (error) {
    return error instanceof Error && 'stdout' in error ? String(error.stdout) : String(error);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

it('compiles the code of the documentation', () => {
  expect(snippets.length).toBeGreaterThan(2);
  expect(typeCheck(snippets)).toBe('');
});

it('tells where a snippet is wrong', () => {
  const wrong = {
    path: 'packages/analysis/src/wrong/wrong.ts',
    code: "import { lowestJob } from '../queries/job-rows.ts';\nexport const job: string = lowestJob();\n",
  };
  expect(typeCheck([wrong])).toContain('wrong.ts(2,14)');
});

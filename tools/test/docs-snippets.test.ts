import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
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

type Snippet = (typeof snippets)[number];

/** Writes the files into a new folder and gives what a tool says of them; '' where it finds no fault. */
function inFolder(place: string, files: readonly Snippet[], check: (folder: string) => void): string {
  const folder = mkdtempSync(join(place, '.snippets-'));
  try {
    for (const { path, code } of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), code);
    }
    check(folder);
    return '';
  } catch (error) {
    return error instanceof Error && 'stdout' in error ? String(error.stdout) : String(error);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A folder that stands beside the repository's own: relative imports find the files of both. */
function typeCheck(files: readonly Snippet[]): string {
  return inFolder(join(root, 'node_modules'), files, (folder) => {
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
  });
}

/** The linter and the formatter, by the rules of the repository; they pass over folders named node_modules. */
function lint(files: readonly Snippet[]): string {
  return inFolder(tmpdir(), files, (folder) => {
    const { vcs: _, files: __, ...rules } = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8'));
    writeFileSync(join(folder, 'biome.json'), JSON.stringify(rules));
    execFileSync(join(root, 'node_modules/.bin/biome'), ['check', '--reporter=github', 'packages'], {
      cwd: folder,
      encoding: 'utf8',
      stdio: 'pipe',
    });
  });
}

const wrong = {
  path: 'packages/analysis/src/wrong/wrong.ts',
  code: "import { lowestJob } from '../queries/job-rows.ts';\nexport const job: string = lowestJob();\n",
};

it('compiles the code of the documentation, and would tell where it is wrong', () => {
  const faults = typeCheck([...snippets, wrong])
    .trim()
    .split('\n');
  expect(faults.filter((line) => !line.includes('wrong/wrong.ts(2,'))).toEqual([]);
  expect(faults.join('\n')).toContain('wrong.ts(2,14)');
});

it('formats it as the rest is, and would tell where it does not', () => {
  const crooked = { path: 'packages/analysis/src/wrong/crooked.ts', code: 'export const a = "b"\n' };
  const faults = lint([...snippets, crooked]).match(/^::error.*$/gm) ?? [];
  expect(faults.filter((line) => !line.includes('crooked.ts'))).toEqual([]);
  expect(faults.join('\n')).toContain('crooked.ts');
});

it('shows a whole example on every page that tells how to add something, and ends with how to see it', () => {
  const pages = readdirSync(join(root, 'docs')).filter((name) => name.startsWith('adding-'));
  expect(pages.length).toBeGreaterThan(4);
  for (const page of pages) {
    const text = readFileSync(join(root, 'docs', page), 'utf8');
    expect([...text.matchAll(block)].length, page).toBeGreaterThan(0);
    expect([...text.matchAll(/^## (.*)$/gm)].at(-1)?.[1], page).toBe('See it');
  }
});

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { allowedImports } from '../allowed-imports.js';

const docs = new URL('../../docs/', import.meta.url);
const read = (name: string) => readFileSync(new URL(name, docs), 'utf8');

/** The rows of the table of packages: folder, what it holds, what it may import. */
function packageRows(): Record<string, string[]> {
  const row = /^\| ((?:packages|apps)\/[a-z]+) *\|[^|]*\| *([^|]*?) *\|$/gm;
  const names = (text: string) => (text === '–' ? [] : text.split(', '));
  return Object.fromEntries([...read('architecture.md').matchAll(row)].map((m) => [m[1], names(m[2])]));
}

it('shows in docs/architecture.md which packages may import which', () => {
  const sorted = (table: Readonly<Record<string, readonly string[]>>) =>
    Object.fromEntries(Object.entries(table).map(([folder, names]) => [folder, [...names].sort()]));
  expect(sorted(packageRows())).toEqual(sorted(allowedImports));
});

it('lists every folder of packages and apps', () => {
  const folders = ['packages', 'apps'].flatMap((group) =>
    readdirSync(new URL(`../${group}/`, docs), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => `${group}/${name}`),
  );
  expect(Object.keys(allowedImports).sort()).toEqual(folders.sort());
});

it('numbers each decision once and lists it in the index', () => {
  const pages = readdirSync(new URL('decisions/', docs)).filter((name) => /^\d{4}-/.test(name));
  const numbers = pages.map((name) => Number(name.slice(0, 4))).sort((a, b) => a - b);
  expect(numbers).toEqual(pages.map((_, at) => at + 1));
  const index = read('decisions/README.md');
  for (const name of pages) {
    const title = read(`decisions/${name}`)
      .split('\n')[0]
      .replace(/^# \d+\. /, '');
    expect(index).toContain(`${Number(name.slice(0, 4))}. [${title}](${name})`);
  }
});

it('names only places that exist', () => {
  const table = read('architecture.md').split('## Where is what')[1].split('## Words')[0];
  const places = [...table.matchAll(/(?:packages|apps)\/[\w./-]+/g)].map(([place]) => place);
  expect(places.length).toBeGreaterThan(20);
  expect(places.filter((place) => !existsSync(new URL(`../${place}`, docs)))).toEqual([]);
});

import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { bundleCommand } from '../bin/bundle-command.js';

const checkout = fileURLToPath(new URL('../../..', import.meta.url));
const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'weft bundle ü-')));
const ENTRY = 'apps/tool/src/main.ts';
let root = '';
let roots = 0;

afterAll(() => rmSync(scratch, { recursive: true, force: true }));
beforeEach(() => {
  root = join(scratch, `root-${roots++}`);
  write('node_modules/.keep', '');
  write(ENTRY, `export { word } from './word.ts';\nexport const url: string = import.meta.url;\n`);
  write('apps/tool/src/word.ts', `export const word: string = 'warp';\n`);
  write('packages/tasks/src/count-thread.ts', 'export const three: number = 3;\n');
});

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

const bundle = () => bundleCommand(root, ENTRY);

async function bundled(): Promise<string> {
  const path = await bundle();
  if (path === null) throw new Error('nothing was bundled');
  return path;
}

/** What a module exports, in a process of its own as for a command. */
function load(path: string): Record<string, unknown> {
  const code = `console.log(JSON.stringify(await import(${JSON.stringify(pathToFileURL(path).href)})))`;
  return JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' }),
  );
}
/** A bundled file and all it imports. */
function textOf(path: string): string {
  const text = readFileSync(path, 'utf8');
  const imports = [...text.matchAll(/from"(\.[^"]+)"/g)].map(([, name]) => join(dirname(path), name));
  return [text, ...imports.map(textOf)].join('\n');
}
const builds = () => readdirSync(join(root, 'node_modules/.cache/weft')).sort();

test('bundles once, and keeps what is named relative to a source', async () => {
  const path = await bundled();
  expect(path.startsWith(join(root, 'node_modules/.cache/weft/'))).toBe(true);
  expect(load(path)).toMatchObject({ word: 'warp', url: pathToFileURL(join(root, ENTRY)).href });
  const made = builds();
  expect(await bundled()).toBe(path);
  expect(builds()).toEqual(made);
});

test('thread modules are beside the command', async () => {
  const folder = (await bundled()).slice(0, -ENTRY.length);
  expect(load(join(folder, 'packages/tasks/src/count-thread.js'))).toMatchObject({ three: 3 });
});

test('a thread loads no more of a package than it takes', async () => {
  write('packages/words/package.json', '{ "sideEffects": false }');
  write('packages/words/src/short.ts', `export const short: string = 'weft';\n`);
  write('packages/words/src/long.ts', `export const long: string = 'selvedge';\n`);
  write(
    'packages/words/src/index.ts',
    `export { long } from './long.ts';\nexport { short } from './short.ts';\n`,
  );
  write(ENTRY, `export { long, short } from '../../../packages/words/src/index.ts';\n`);
  write(
    'packages/tasks/src/count-thread.ts',
    `import { short } from '../../words/src/index.ts';\nexport const length: number = short.length;\n`,
  );
  const path = await bundled();
  const thread = join(path.slice(0, -ENTRY.length), 'packages/tasks/src/count-thread.js');
  expect(load(path)).toEqual({ long: 'selvedge', short: 'weft' });
  expect(load(thread)).toEqual({ length: 4 });
  expect(textOf(path)).toContain('selvedge');
  expect(textOf(thread)).not.toContain('selvedge');
});

test('an edit, a removed source or another place makes a new bundle', async () => {
  const first = await bundled();
  write('apps/tool/src/word.ts', `export const word: string = 'weft!';\n`);
  const second = await bundled();
  expect(second).not.toBe(first);
  expect(load(second).word).toBe('weft!');
  expect(load(first).word).toBe('warp');

  rmSync(join(root, 'apps/tool/src/word.ts'));
  expect(await bundle()).toBeNull();
  write('apps/tool/src/word.ts', `export const word: string = 'again';\n`);
  expect(load(await bundled()).word).toBe('again');

  const copied = `${root}-copied`;
  cpSync(root, copied, { recursive: true, preserveTimestamps: true });
  const elsewhere = (await bundleCommand(copied, ENTRY)) as string;
  expect(load(elsewhere).url).toBe(pathToFileURL(join(copied, ENTRY)).href);
});

test('a damaged or emptied cache is made again', async () => {
  await bundled();
  write('node_modules/.cache/weft/current.json', '{"root":');
  expect(load(await bundled()).word).toBe('warp');
  for (const name of builds().filter((entry) => entry.startsWith('bundle-')))
    rmSync(join(root, 'node_modules/.cache/weft', name), { recursive: true });
  expect(load(await bundled()).word).toBe('warp');
});

test('many commands at once agree', async () => {
  const paths = await Promise.all(Array.from({ length: 4 }, bundled));
  for (const path of paths) expect(load(path).word).toBe('warp');
  expect(builds().filter((name) => name.includes('draft') || name.endsWith('-.json'))).toEqual([]);
});

test('null where the cache cannot be written or a source cannot be read', async () => {
  write('node_modules/.cache', 'in the way');
  expect(await bundle()).toBeNull();
  rmSync(join(root, 'node_modules/.cache'));
  write(ENTRY, 'export const = ;\n');
  expect(await bundle()).toBeNull();
  expect(builds()).toEqual([]);
});

test('without a cache the command runs from its sources', () => {
  for (const file of ['weft.js', 'bundle-command.js', 'command-build.js']) {
    mkdirSync(join(root, 'apps/cli/bin'), { recursive: true });
    copyFileSync(join(checkout, 'apps/cli/bin', file), join(root, 'apps/cli/bin', file));
  }
  copyFileSync(join(checkout, 'apps/cli/package.json'), join(root, 'apps/cli/package.json'));
  symlinkSync(join(checkout, 'apps/cli/src'), join(root, 'apps/cli/src'));
  for (const name of readdirSync(join(checkout, 'node_modules'))) {
    if (name !== '.cache')
      symlinkSync(join(checkout, 'node_modules', name), join(root, 'node_modules', name));
  }
  write('node_modules/.cache', 'in the way');
  const weft = join(root, 'apps/cli/bin/weft.js');
  expect(execFileSync(process.execPath, [weft, '--version'], { encoding: 'utf8' })).toMatch(
    /^\d+\.\d+\.\d+\n$/,
  );
});

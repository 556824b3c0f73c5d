import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { WeftError } from '@weft/model';

/** Every file behind the paths, sorted, each once. A `.meta` or `.otf2` brings the files it belongs to. */
export async function expandPaths(paths: readonly string[]): Promise<string[]> {
  const found = new Set<string>();
  for (const path of paths) for (const file of await expandPath(path)) found.add(file);
  return [...found];
}

async function expandPath(path: string): Promise<string[]> {
  const entry = await stat(path).catch(() => null);
  if (entry?.isDirectory()) return walk(path);
  if (entry?.isFile()) return withCompanions(path);
  if (/[*?[{]/.test(path)) {
    const matches = await expandGlob(path);
    if (matches.length > 0) return (await Promise.all(matches.map(expandPath))).flat();
  }
  throw new WeftError({
    code: 'FILE-NOT-FOUND',
    message: 'there is no such file or folder',
    file: path,
    advice: 'Check the path; quote a glob that the shell should leave alone.',
  });
}

async function walk(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const files: string[] = [];
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) for (const file of await walk(path)) files.push(file);
    else if (entry.isFile() || (entry.isSymbolicLink() && (await stat(path).catch(() => null))?.isFile()))
      files.push(path);
  }
  return files;
}

/** A DUMPI `.meta` stands for the `.bin` files of its run, an OTF2 anchor for the folder of the same name. */
async function withCompanions(path: string): Promise<string[]> {
  const folder = dirname(path);
  const name = basename(path);
  if (name.endsWith('.meta')) {
    const stem = name.slice(0, -'.meta'.length);
    const siblings = (await readdir(folder)).filter((other) => other.startsWith(`${stem}-`)).sort();
    return [path, ...siblings.map((other) => join(folder, other))];
  }
  if (name.endsWith('.otf2')) {
    const stem = name.slice(0, -'.otf2'.length);
    const companions = [join(folder, `${stem}.def`)];
    const files = await Promise.all(
      companions.map(async (file) => ((await stat(file).catch(() => null)) ? [file] : [])),
    );
    const locals = join(folder, stem);
    const events = (await stat(locals).catch(() => null))?.isDirectory() ? await walk(locals) : [];
    return [path, ...files.flat(), ...events];
  }
  return [path];
}

/** `*`, `?`, `[...]` and `{a,b}` in any part of the path. */
async function expandGlob(pattern: string): Promise<string[]> {
  const parts = pattern.split('/');
  let bases = [pattern.startsWith('/') ? '/' : ''];
  for (const part of parts.filter(Boolean)) {
    const next: string[] = [];
    for (const base of bases) for (const path of await expandPart(base, part)) next.push(path);
    bases = next;
  }
  return bases.sort();
}

async function expandPart(base: string, part: string): Promise<string[]> {
  if (!/[*?[{]/.test(part)) {
    const path = join(base, part);
    return (await stat(path).catch(() => null)) ? [path] : [];
  }
  const names = await readdir(base || '.').catch(() => []);
  const regex = globToRegex(part);
  return names.filter((name) => regex.test(name)).map((name) => join(base, name));
}

export function globToRegex(glob: string): RegExp {
  let depth = 0;
  const source = glob.replace(/[.+^$()|\\]|\*+|\?|\[!?|\{|\}|,/g, (token) => {
    if (token.startsWith('*')) return '.*';
    if (token === '?') return '.';
    if (token === '[!') return '[^';
    if (token === '[') return '[';
    if (token === '{') {
      depth++;
      return '(?:';
    }
    if (token === '}' && depth > 0) {
      depth--;
      return ')';
    }
    if (token === ',') return depth > 0 ? '|' : ',';
    return `\\${token}`;
  });
  try {
    return new RegExp(`^${source}$`);
  } catch {
    return new RegExp(`^${glob.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`);
  }
}

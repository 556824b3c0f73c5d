import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { views } from '@weft/views';
import { build, type Rolldown } from 'vite';
import { beforeAll, describe, expect, it } from 'vitest';

/** What the page may weigh before a view is shown, gzipped. */
const MOST_BYTES = 250_000;

/** Where a view and all that it draws with begins. */
const VIEW = /\/views\/([^/]+)\/\1-view\.tsx?$/;
const THREE = '/node_modules/three/';

const page = fileURLToPath(new URL('../../apps/web/', import.meta.url));
let files: Map<string, Rolldown.OutputChunk | Rolldown.OutputAsset>;

beforeAll(async () => {
  const built = await build({
    root: page,
    configFile: `${page}vite.config.ts`,
    logLevel: 'silent',
    build: { write: false },
  });
  if (Array.isArray(built) || !('output' in built)) throw new Error('the build gave no files');
  files = new Map(built.output.map((file) => [file.fileName, file]));
});

function chunks(): Rolldown.OutputChunk[] {
  return [...files.values()].filter((file) => file.type === 'chunk');
}

/** A chunk and all that it imports at once. */
function reach(name: string, reached = new Set<string>()): Set<string> {
  const file = files.get(name);
  if (reached.has(name) || !file) return reached;
  reached.add(name);
  if (file.type !== 'chunk') return reached;
  for (const next of [...file.imports, ...(file.viteMetadata?.importedCss ?? [])]) reach(next, reached);
  return reached;
}

function firstLoad(): string[] {
  const entry = chunks().find(({ isEntry }) => isEntry);
  return ['index.html', ...reach(entry!.fileName)];
}

function modulesOf(names: readonly string[]): string[] {
  return names.flatMap((name) => {
    const file = files.get(name);
    return file?.type === 'chunk' ? file.moduleIds : [];
  });
}

describe('the first load of the page', () => {
  it(`is at most ${MOST_BYTES / 1000} kB gzipped`, () => {
    const sizes = firstLoad().map((name) => {
      const file = files.get(name)!;
      return gzipSync(file.type === 'chunk' ? file.code : file.source).byteLength;
    });
    expect(sizes.length).toBeGreaterThanOrEqual(3);
    expect(sizes.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(MOST_BYTES);
  });

  it('has neither a view nor the renderer in space in it', () => {
    const modules = modulesOf(firstLoad());
    expect(modules.filter((id) => id.includes(THREE) || VIEW.test(id))).toEqual([]);
    expect(modulesOf([...files.keys()]).some((id) => id.includes(THREE))).toBe(true);
  });

  it('leaves every view a chunk of its own; the dragonfly is drawn by that of the fat tree', () => {
    const own = chunks().flatMap(({ facadeModuleId }) => VIEW.exec(facadeModuleId ?? '')?.[1] ?? []);
    expect(own.sort()).toEqual(views.flatMap(({ id }) => (id === 'dragonfly' ? [] : [id])).sort());
  });
});

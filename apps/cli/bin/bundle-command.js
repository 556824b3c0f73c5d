/**
 * Turns the TypeScript sources into plain JavaScript under node_modules/.cache/weft, once for every state of them: a
 * command then starts without a TypeScript loader and reads a few files, not hundreds.
 */
import { randomUUID } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { adaptSources, commandBuild } from './command-build.js';

/** A bundle nobody has started for so long goes when the next one is made. */
const KEPT_MILLISECONDS = 24 * 3600_000;

/**
 * The bundled file of `entry` (both under `root`), made anew where a source has changed since; null where the cache
 * cannot be written or the sources cannot be bundled (WEFT_DEBUG=1 tells why): the caller then loads the sources.
 */
export async function bundleCommand(root, entry) {
  const cache = join(root, 'node_modules/.cache/weft');
  try {
    const folder = currentBundle(root, cache) ?? (await makeBundle(root, cache, entry));
    const file = join(folder, bundledName(entry));
    return existsSync(file) ? file : null;
  } catch (error) {
    if (process.env.WEFT_DEBUG) console.error(`weft runs from its sources: ${error.message}`);
    return null;
  }
}

function currentBundle(root, cache) {
  let state;
  try {
    state = JSON.parse(readFileSync(join(cache, 'current.json'), 'utf8'));
  } catch {
    return null;
  }
  const folder = join(cache, state.folder);
  const fresh =
    state.root === root && state.inputs.every(([path, stamp]) => stampOf(`${root}/${path}`) === stamp);
  return fresh && existsSync(folder) ? folder : null;
}

/** What tells an edited file from the one that was bundled; null where there is none. */
function stampOf(path) {
  const facts = statSync(path, { throwIfNoEntry: false });
  return facts ? `${facts.mtimeMs} ${facts.size}` : null;
}

/** Written beside and renamed, so that two commands at once never see half of a bundle. */
async function makeBundle(root, cache, entry) {
  mkdirSync(cache, { recursive: true });
  const name = `bundle-${randomUUID()}`;
  const folder = join(cache, name);
  const draft = `${folder}.draft`;
  try {
    const inputs = await runEsbuild(root, draft, folder, entry);
    renameSync(draft, folder);
    writeFileSync(`${folder}.json`, JSON.stringify({ root, folder: name, inputs }));
    renameSync(`${folder}.json`, join(cache, 'current.json'));
    removeOld(cache, name);
    return folder;
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    throw error;
  }
}

/** npm writes it whenever it installs something. */
const INSTALLED = 'node_modules/.package-lock.json';

/** Bundles into `draft`; gives each source read with its stamp, and for all installed packages one. */
async function runEsbuild(root, draft, folder, entry) {
  const { build } = await import('esbuild');
  const stamps = new Map();
  const { metafile } = await build({
    ...commandBuild(root, entry, draft),
    sourcemap: true,
    sourcesContent: false,
    define: { WEFT_BUNDLE: JSON.stringify({ root, folder }) },
    plugins: [
      adaptSources((path) => {
        // Taken before the text, so that a file saved in between counts as changed.
        stamps.set(path, stampOf(path));
        return JSON.stringify(pathToFileURL(path).href);
      }),
    ],
  });
  const sources = Object.keys(metafile.inputs).filter((path) => !path.startsWith('node_modules/'));
  return [...sources, INSTALLED, 'apps/cli/bin/command-build.js']
    .map((path) => [path, stamps.get(join(root, path)) ?? stampOf(join(root, path))])
    .filter(([, stamp]) => stamp !== null);
}

function removeOld(cache, kept) {
  for (const name of readdirSync(cache)) {
    if (!name.startsWith('bundle-') || name === kept) continue;
    const path = join(cache, name);
    const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0);
    if (age > KEPT_MILLISECONDS) rmSync(path, { recursive: true, force: true });
  }
}

function bundledName(path) {
  return path.replace(/\.ts$/, '.js');
}

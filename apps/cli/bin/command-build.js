/** How the command becomes plain JavaScript: what its bundle in a checkout and the package for npm have in common. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Loaded from node_modules as they are: native code, or tools that are seldom needed. */
const EXTERNAL = ['@duckdb/node-bindings', 'esbuild', 'tsx', 'vite'];
const LISTED_EXPORTS = /^export (?:type )?\{[^}]*\} from/gm;
const SOURCES = ['packages', 'apps/cli', 'apps/server'];

/** CommonJS packages inside the bundle load Node's own modules through this. */
export const requireOfBundle = `import { createRequire as createRequireOfBundle } from 'node:module'; const require = createRequireOfBundle(import.meta.url);`;

/** Options of esbuild for the module `entry` and all modules that are started as threads, below `outdir`. */
export function commandBuild(root, entry, outdir) {
  return {
    absWorkingDir: root,
    entryPoints: [entry, ...threadModules(root)],
    outdir,
    outbase: root,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    external: EXTERNAL,
    metafile: true,
    logLevel: 'silent',
    minifyWhitespace: true,
    minifySyntax: true,
    banner: { js: requireOfBundle },
  };
}

/**
 * `addressOf` gives the expression that stands for `import.meta.url` in a source, so that files named relative to it
 * (threads, studies, package.json) are found. Of zod only what is used is bundled, which esbuild cannot tell from the
 * namespace `z` that zod exports. And who takes one thing from a package does not load all of it: names that an index
 * lists one by one tie together all files behind it, `export *` does not.
 */
export function adaptSources(addressOf) {
  return {
    name: 'adapt-sources',
    setup(build) {
      build.onLoad({ filter: /\.ts$/ }, ({ path }) => {
        const address = addressOf(path);
        const contents = readFileSync(path, 'utf8')
          .replaceAll('import.meta.url', address)
          .replace("import { z } from 'zod';", "import * as z from 'zod';")
          .replace(LISTED_EXPORTS, path.endsWith('index.ts') ? 'export * from' : '$&');
        return { loader: 'ts', contents };
      });
    },
  };
}

/** Modules that are started as threads or processes by their own name. */
function threadModules(root) {
  return SOURCES.flatMap((folder) => filesUnder(join(root, folder)))
    .filter((path) => /-(thread|process)\.ts$/.test(path))
    .map((path) => relative(root, path));
}

function filesUnder(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (!entry.isDirectory()) return [path];
    return entry.name === 'node_modules' || entry.name === 'test' ? [] : filesUnder(path);
  });
}

import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';

/** Where this runs out of the command's bundle: the sources it was made of, and the folder it is in. */
declare const WEFT_BUNDLE: { readonly root: string; readonly folder: string };

const loader = new URL('./thread-start.js', import.meta.url);

/** A worker thread that runs a TypeScript module in the way the main thread runs. */
export function startThread(module: URL): Worker {
  const bundled = bundledModule(module);
  return bundled
    ? new Worker(bundled, { execArgv: [] })
    : new Worker(loader, { argv: [module.href], execArgv: [] });
}

const texts = new Map<string, string>();

/**
 * The same for short work. Outside of the command's bundle the module is bundled once and started as plain JavaScript,
 * in a tenth of the time a TypeScript loader needs to start in every thread; it may not use `import.meta.url` then.
 */
export function startBundledThread(module: URL): Worker {
  const bundled = bundledModule(module);
  return bundled
    ? new Worker(bundled, { execArgv: [] })
    : new Worker(bundleText(module), { eval: true, execArgv: [] });
}

function bundledModule(module: URL): URL | null {
  if (typeof WEFT_BUNDLE === 'undefined') return null;
  const path = relative(WEFT_BUNDLE.root, fileURLToPath(module)).replace(/\.ts$/, '.js');
  return pathToFileURL(join(WEFT_BUNDLE.folder, path));
}

function bundleText(module: URL): string {
  const path = fileURLToPath(module);
  const known = texts.get(path);
  if (known !== undefined) return known;
  const { buildSync } = createRequire(import.meta.url)('esbuild') as typeof import('esbuild');
  const { outputFiles } = buildSync({
    entryPoints: [path],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    external: ['esbuild', 'fzstd', '@duckdb/node-api'],
    logLevel: 'silent',
  });
  const code = outputFiles[0].text;
  texts.set(path, code);
  return code;
}

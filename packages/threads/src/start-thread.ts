import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { buildSync } from 'esbuild';

const loader = new URL('./thread-start.js', import.meta.url);

/** A worker thread that runs a TypeScript module through the same loader as the main thread. */
export function startThread(module: URL): Worker {
  return new Worker(loader, { argv: [module.href], execArgv: [] });
}

const bundles = new Map<string, string>();

/**
 * The same for short work: the module is bundled once and started as plain JavaScript, in a tenth of the time a
 * TypeScript loader needs to start in every thread. Nothing in the bundle may use `import.meta.url`.
 */
export function startBundledThread(module: URL): Worker {
  return new Worker(bundle(module), { eval: true, execArgv: [] });
}

function bundle(module: URL): string {
  const path = fileURLToPath(module);
  const known = bundles.get(path);
  if (known !== undefined) return known;
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
  bundles.set(path, code);
  return code;
}

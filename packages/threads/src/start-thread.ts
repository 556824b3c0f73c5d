import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Worker, type WorkerOptions } from 'node:worker_threads';
import { stopNativeWork } from '@weft/model';
import type { PoolThread } from './pool-thread.ts';

/**
 * How a thread's TypeScript module is run outside of the command's bundle. `loaded`: by a TypeScript loader that starts
 * in the thread. `bundled`: as one text of JavaScript, made once and started in a tenth of the time; the module may not
 * use `import.meta.url` then.
 */
export type ThreadStart = 'loaded' | 'bundled';

/** Set where this runs out of the command's bundle: the sources it is made of, and the folder it is in. */
declare const WEFT_BUNDLE: { readonly root: string; readonly folder: string };

export const loader = new URL('./thread-start.js', import.meta.url);
const texts = new Map<string, string>();

/** Milliseconds between two looks whether native work has ended. */
const LOOKS = 20;

/** Starts a worker thread that runs a TypeScript module; it is ended when it is in no native work. */
export function startThread(module: URL, start: ThreadStart): PoolThread {
  const nativeWork = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const worker = startWorker(module, start, { execArgv: [], workerData: { nativeWork } });
  let isGone = false;
  worker.once('exit', () => {
    isGone = true;
  });
  return {
    listen: ({ onMessage, onError, onExit }) =>
      void worker.on('message', onMessage).on('error', onError).on('exit', onExit),
    post: (message) => worker.postMessage(message),
    end: async () => {
      while (!isGone && !stopNativeWork(nativeWork)) await sleep(LOOKS);
      await worker.terminate();
    },
  };
}

function startWorker(module: URL, start: ThreadStart, options: WorkerOptions): Worker {
  const built = builtModule(module);
  if (built) return new Worker(built, options);
  if (start === 'loaded') return new Worker(loader, { ...options, argv: [module.href] });
  return new Worker(bundleText(module), { ...options, eval: true });
}

/** The module's own file in the command's bundle. */
export function builtModule(module: URL): URL | null {
  if (typeof WEFT_BUNDLE === 'undefined') return null;
  const path = relative(WEFT_BUNDLE.root, fileURLToPath(module)).replace(/\.ts$/, '.js');
  return pathToFileURL(join(WEFT_BUNDLE.folder, path));
}

function bundleText(module: URL): string {
  const path = fileURLToPath(module);
  const known = texts.get(path);
  if (known !== undefined) return known;
  const { buildSync }: typeof import('esbuild') = createRequire(import.meta.url)('esbuild');
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

#!/usr/bin/env node
import { fileURLToPath, pathToFileURL } from 'node:url';
import { bundleCommand } from './bundle-command.js';

const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/[\\/]$/, '');
const bundled = await bundleCommand(root, 'apps/cli/src/main.ts');
const { main } = bundled ? await import(pathToFileURL(bundled).href) : await loadSources();
process.exitCode = await main(process.argv.slice(2));

async function loadSources() {
  const { register } = await import('tsx/esm/api');
  register();
  return import('../src/main.ts');
}

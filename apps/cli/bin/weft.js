#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { bundleCommand } from './bundle-command.js';

const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/[\\/]$/, '');
/** Tasks on other nodes start what the command that submitted them chose, without a look at all sources. */
const chosen = process.env.WEFT_CHOSEN_BUNDLE;
const bundled = chosen && existsSync(chosen) ? chosen : await bundleCommand(root, 'apps/cli/src/main.ts');
if (bundled) process.env.WEFT_CHOSEN_BUNDLE = bundled;
const { main } = bundled ? await import(pathToFileURL(bundled).href) : await loadSources();
process.exitCode = await main(process.argv.slice(2));

async function loadSources() {
  const { register } = await import('tsx/esm/api');
  register();
  return import('../src/main.ts');
}

import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { listDatasetFolders, openDataset } from '@weft/store';
import type { Command } from 'commander';
import { engineOption } from '../engine-option.ts';
import { printNote } from '../print.ts';
import { addServeFlags, runServer, type ServeFlags } from '../run-server.ts';

const EXAMPLES = `
Examples:
  weft serve run.weft                  one dataset, on 127.0.0.1
  weft serve before.weft after.weft    two, to compare
  weft serve runs                      all datasets of a folder, also those that appear later
  weft serve run.weft --host 0.0.0.0   for others too: the URL carries a token
  weft serve runs --public-url https://weft.example.org/weft/   behind a proxy, see docs/deploying.md`;

export function addServe(program: Command): void {
  addServeFlags(program.command('serve'))
    .addOption(engineOption())
    .description('Serve datasets to the browser.')
    .argument('<dataset...>', 'datasets, or folders of them')
    .addHelpText('after', EXAMPLES)
    .action(async (paths: string[], flags: ServeFlags & { readonly engine?: string }) => {
      const folders = paths.filter(isFolderOfDatasets);
      const datasets = paths.filter((path) => !folders.includes(path));
      for (const path of datasets) await checkServed(path, flags.engine);
      for (const folder of folders) printNote(await describeFolder(folder));
      await runServer({ datasets, folders, engine: flags.engine }, flags);
    });
}

/** Tells what is wrong with a dataset, or with its engine, before anybody opens the page. */
async function checkServed(path: string, engine: string | undefined): Promise<void> {
  const dataset = await openDataset(path, { engine });
  if (engine !== undefined) await dataset.sql('SELECT 1');
  await dataset.close();
}

/** A folder that is no dataset itself, nor called like one. */
function isFolderOfDatasets(path: string): boolean {
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  return isFolder && !resolve(path).endsWith('.weft') && !existsSync(join(path, 'manifest.json'));
}

async function describeFolder(folder: string): Promise<string> {
  const { length } = await listDatasetFolders(folder);
  const found = length === 0 ? 'no dataset yet' : `${length} dataset${length === 1 ? '' : 's'}`;
  return `${folder}: ${found}; those that appear later are shown, too.`;
}

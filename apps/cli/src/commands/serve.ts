import { openDataset } from '@weft/store';
import type { Command } from 'commander';
import { addServeFlags, runServer, type ServeFlags } from '../run-server.ts';

const EXAMPLES = `
Examples:
  weft serve run.weft                  one dataset, on 127.0.0.1
  weft serve before.weft after.weft    two, to compare
  weft serve run.weft --host 0.0.0.0   for others too: the URL carries a token`;

export function addServe(program: Command): void {
  addServeFlags(program.command('serve'))
    .description('Serve datasets to the browser.')
    .argument('<dataset...>', 'dataset folders')
    .addHelpText('after', EXAMPLES)
    .action(async (datasets: string[], flags: ServeFlags) => {
      for (const path of datasets) await (await openDataset(path)).close();
      await runServer({ datasets }, flags);
    });
}

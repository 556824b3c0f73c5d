import { resolve } from 'node:path';
import { forgetDataset } from '@weft/store';
import type { Command } from 'commander';
import { engineOption } from '../engine-option.ts';
import { print } from '../print.ts';

export function addEngine(program: Command): void {
  const engine = program.command('engine').description('What an engine elsewhere knows of datasets.');
  engine
    .command('forget')
    .description('Drop the tables that an engine has of a dataset; no file is touched.')
    .argument('<dataset>', 'dataset folder, e.g. study.weft; it may be gone already')
    .addOption(engineOption().makeOptionMandatory())
    .addHelpText(
      'after',
      `
Examples:
  weft engine forget /shared/run.weft --engine trino://coordinator:8080/weft`,
    )
    .action(async (path: string, flags: { readonly engine: string }) => {
      const schemas = await forgetDataset(flags.engine, resolve(path));
      await print(schemas.length > 0 ? `forgot ${schemas.join(', ')}` : 'the engine knows nothing of it');
    });
}

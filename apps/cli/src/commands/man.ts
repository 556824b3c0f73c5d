import type { Command } from 'commander';
import { manPage } from '../help/man-page.ts';
import { weftVersion } from '../version.ts';
import { wholeProgram } from './completion.ts';

export function addMan(program: Command): void {
  program
    .command('man')
    .description('Print the manual page.')
    .addHelpText('after', '\nExamples:\n  weft man | man -l -')
    .action(async () => {
      process.stdout.write(manPage(await wholeProgram(), weftVersion));
    });
}

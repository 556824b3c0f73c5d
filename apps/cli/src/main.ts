import { errorFacts } from '@weft/model';
import { Command, CommanderError } from 'commander';
import { type AddCommand, commands } from './commands/registry.ts';
import { endWithOutput, printFailure } from './print.ts';
import { printable } from './printable.ts';
import { signalExitCode } from './stop-signals.ts';
import { weftVersion } from './version.ts';

/** Errors that say a command was used wrongly, beside those of the parser of arguments. */
const WRONG_USE: ReadonlySet<string> = new Set([
  'NO-OUTPUT',
  'BAD-OPTION',
  'BAD-CALLS',
  'BAD-CHANGE',
  'BAD-TOKEN',
  'BAD-PUBLIC-URL',
  'BAD-EMBEDDER',
  'UNKNOWN-STUDY',
]);

/** Exit codes: 0 done, 1 failed, 2 wrong use, 130 cancelled by Ctrl-C (128 and the number of the signal). */
export async function main(args: readonly string[]): Promise<number> {
  endWithOutput();
  const program = new Command('weft')
    .description("See what flows through a supercomputer's fabric.")
    .version(weftVersion)
    .showHelpAfterError('(add --help for usage)')
    .configureOutput({ writeErr: (text) => void process.stderr.write(printable(text)) })
    .exitOverride();
  for (const addCommand of await loadCommands(args)) addCommand(program);
  try {
    await program.parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    printFailure(error, args.includes('--json'));
    return WRONG_USE.has(errorFacts(error).code) ? 2 : (signalExitCode() ?? 1);
  }
}

/** The one named, so that a command does not wait for the packages of the others. */
function loadCommands(args: readonly string[]): Promise<AddCommand[]> {
  if (args[0] === '--version' || args[0] === '-V') return Promise.resolve([]);
  const named = Object.hasOwn(commands, args[0] ?? '') ? [commands[args[0]]] : Object.values(commands);
  return Promise.all(named.map((load) => load()));
}

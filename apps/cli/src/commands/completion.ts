import { Argument, Command } from 'commander';
import { completionScript, type Shell, shells } from '../help/completion-scripts.ts';
import { commands } from './registry.ts';

const EXAMPLES = `
Examples:
  source <(weft completion bash)                                       now; in ~/.bashrc for good
  weft completion zsh > ~/.zsh/completions/_weft                       a folder of $fpath
  weft completion fish > ~/.config/fish/completions/weft.fish`;

export function addCompletion(program: Command): void {
  program
    .command('completion')
    .description('Print the script by which a shell completes commands and options.')
    .addArgument(new Argument('<shell>', 'the shell').choices(shells))
    .addHelpText('after', EXAMPLES)
    .action(async (shell: Shell) => {
      process.stdout.write(completionScript(shell, await wholeProgram()));
    });
}

/** With every subcommand, also those that this one did not need. */
export async function wholeProgram(): Promise<Command> {
  const program = new Command('weft').description("See what flows through a supercomputer's fabric.");
  for (const load of Object.values(commands)) (await load())(program);
  return program;
}

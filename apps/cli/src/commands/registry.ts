import type { Command } from 'commander';

/** Every subcommand: one file and one line each. */
export const commands: readonly ((program: Command) => void)[] = [];

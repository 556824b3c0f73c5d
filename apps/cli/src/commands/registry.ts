import type { Command } from 'commander';
import { addLayout } from './layout.ts';
import { addServe } from './serve.ts';

/** Every subcommand: one file and one line each. */
export const commands: readonly ((program: Command) => void)[] = [addServe, addLayout];

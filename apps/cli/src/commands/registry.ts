import type { Command } from 'commander';
import { addImport } from './import.ts';
import { addInfo } from './info.ts';
import { addSql } from './sql.ts';

/** Every subcommand: one file and one line each. */
export const commands: readonly ((program: Command) => void)[] = [addImport, addInfo, addSql];

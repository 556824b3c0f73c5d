// Apart from the server itself, so that a command that only asks does not load it.
export { askSql } from './ask-sql.ts';
export { commandSqlLimits } from './sql-limits.ts';

export * from './match-diagnostics.ts';
export * from './match-partition.ts';
export * from './match-task.ts';
export * from './message-matcher.ts';
export * from './operations.ts';
export * from './rank-operations.ts';

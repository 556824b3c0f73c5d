export { diagnosticsOf, matchDiagnostics } from './match-diagnostics.ts';
export { firstMessageId, type MatchCounts } from './match-partition.ts';
export { type MatchTask, matchPartition } from './match-task.ts';
export { MessageMatcher } from './message-matcher.ts';
export { type PartitionPlan, planPartitions } from './operations.ts';
export { RankOperations } from './rank-operations.ts';

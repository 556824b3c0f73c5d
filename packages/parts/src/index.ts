export { CounterSums } from './counter-sums.ts';
export { syncFolder, writeFileSynced } from './durable-files.ts';
export { fileError, firstLine } from './file-error.ts';
export { MessageSums } from './message-sums.ts';
export { stampOrigin } from './parquet/table-metadata.ts';
export {
  adoptParts,
  collectParts,
  hasStageResults,
  listChecksums,
  removeFolder,
  removeLists,
  removePartLists,
  removeUnlistedParts,
  STAGE_FOLDER,
} from './part-list.ts';
export { createPartWriter, type PartWriter } from './part-writer.ts';
export { SpanSums } from './span-sums.ts';
export { weftVersion } from './version.ts';

export {
  batchFromRows,
  checkBatch,
  constantText,
  copyBatch,
  Interner,
  listColumn,
  noIds,
  noTimes,
  rowsFromBatch,
  sliceColumn,
  textColumn,
  valueAt,
} from './batch.ts';
export { accumulate, type Cube, createCube, lowerBound, rangeTotals, stepRange, upperBound } from './cube.ts';
export { type Expression, parseExpression, type Scope, type Value } from './expression.ts';
export { cubeEnd, extendCube, limitSteps, type StepLimit } from './extend-cube.ts';
export {
  type ExactCount,
  formatDuration,
  formatExact,
  formatQuantity,
  formatTimes,
  timeUnits,
} from './format-quantity.ts';
export { formatTimeRange } from './format-time-range.ts';
export { columnsOnly, frameFault, frameWith, joinFrames, takeRows } from './frame.ts';
export {
  type Diagnostic,
  MANIFEST_VERSION,
  type Manifest,
  type ManifestFacts,
  type MetricInfo,
  manifestSchema,
  manifestVersion,
  messageTotal,
  parseManifest,
} from './manifest.ts';
export { MemorySink } from './memory-sink.ts';
export { beginNativeWork, countNativeWorkIn, stopNativeWork } from './native-work.ts';
export {
  createNetwork,
  inLinksOf,
  isLevelled,
  MOST_CABLES,
  type Network,
  NetworkBuilder,
  networkTables,
  outLinksOf,
  type VertexKind,
} from './network.ts';
export { formatOrigin, provenanceRows } from './provenance-rows.ts';
export {
  type AnyQuery,
  type Blocks,
  type ColumnName,
  type ColumnQuery,
  type Filter,
  type FrameOf,
  isSumQuery,
  type Middle,
  queryColumns,
  queryTable,
  type SumQuery,
  sumColumns,
  type TableFrame,
  type TableQuery,
  tableQuerySchema,
} from './query.ts';
export { createRandom, hashText, type Random, shuffle } from './random.ts';
export {
  clearKey,
  detailLinks,
  emptySelection,
  type HoveredItem,
  isNarrowing,
  type NarrowingKey,
  narrowingKeys,
  type Selection,
} from './selection.ts';
export { decodeSelection, encodeSelection, isSelectionKey, unreadableKeys } from './selection-text.ts';
export type { Progress, TableSink, WorkContext } from './sink.ts';
export {
  type AnyColumn,
  type Batch,
  type ColumnKind,
  type ColumnSchema,
  columnLength,
  defineTable,
  type Frame,
  type GivenRowOf,
  isList,
  isText,
  type ListColumn,
  listAt,
  type RowOf,
  type TableSchema,
  type TextColumn,
  textAt,
} from './table.ts';
export {
  calls,
  collectiveParts,
  collectives,
  communicators,
  counters,
  isBatchOf,
  jobs,
  links,
  messages,
  rankCounters,
  rankMetrics,
  ranks,
  regions,
  routes,
  spans,
  streams,
  type TableColumns,
  type TableName,
  type Tables,
  tableNames,
  tableSchema,
  tables,
  vertices,
} from './tables.ts';
export { timeColumns } from './time-columns.ts';
export { carriedMetric, trafficMetric, utilisationMetric } from './traffic-metric.ts';
export {
  differenceUnit,
  type JobIndex,
  type LinkIndex,
  type Nanoseconds,
  NONE,
  type VertexIndex,
} from './units.ts';
export { type ErrorFacts, errorFacts, errorFromFacts, formatError, WeftError } from './weft-error.ts';

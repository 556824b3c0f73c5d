export { appendToDataset, type DatasetAppender } from './append-dataset.ts';
export { commitDataset } from './commit-dataset.ts';
export { createDataset } from './create-dataset.ts';
export { type DatasetDescription, describeDataset } from './describe-dataset.ts';
export { listDatasets } from './list-datasets.ts';
export { openDataset } from './open-dataset.ts';
export { cleanLeftovers, createStaging, discardStaging } from './staging.ts';
export type { CubeOptions, Dataset } from './store-api.ts';

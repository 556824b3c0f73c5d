export * from './check-dataset.ts';
export { type CommitOptions, commitDataset, datasetName } from './commit-dataset.ts';
export * from './create-dataset.ts';
export * from './describe-dataset.ts';
export * from './list-datasets.ts';
export * from './open-dataset.ts';
export { cleanLeftovers, createStaging, type StagingOptions } from './staging.ts';
export * from './store-api.ts';

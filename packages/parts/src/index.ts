export * from './durable-files.ts';
export * from './file-error.ts';
export * from './part-list.ts';
export * from './part-writer.ts';
export { weftVersion } from './version.ts';

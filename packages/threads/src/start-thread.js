// A worker thread begins in plain JavaScript: here tsx is registered for the TypeScript module it is to run.
import { workerData } from 'node:worker_threads';
import { register } from 'tsx/esm/api';

register();
await import(workerData.module);

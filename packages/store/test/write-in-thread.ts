// Run as a worker thread: writes a dataset of one job and reads it again.
import { parentPort, workerData } from 'node:worker_threads';
import { batchFromRows, tables } from '@weft/model';
import { createDataset, openDataset } from '@weft/store';

const path = workerData as string;
const writer = await createDataset(path);
const job = { id: 0, name: 'x', user: null, state: null, start: 1, end: 2 };
await writer.write('jobs', batchFromRows(tables.jobs, [job]));
await writer.finish({ title: 'thread' });
const dataset = await openDataset(path);
const { rows } = await dataset.readTable('jobs');
await dataset.close();
parentPort?.postMessage(rows);

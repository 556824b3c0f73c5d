import { serveThread } from '@weft/threads';
import { simulateOne } from './simulate-one.ts';

export interface SweepTask {
  readonly file: string;
  readonly folder: string;
  readonly index: number;
}

/** Simulates one run of a sweep. */
serveThread<SweepTask, never, void>(({ file, folder, index }, { signal }) =>
  simulateOne(file, folder, index, { signal }),
);

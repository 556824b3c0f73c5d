import type { FormatWork } from '../trace-threads/index.ts';
import { type DumpiKinds, dumpiTasks } from './dumpi-task.ts';

/** For those who start the threads; the threads themselves load the tasks only. */
export const dumpiWork: FormatWork<DumpiKinds> = {
  module: new URL('./dumpi-thread.ts', import.meta.url),
  work: dumpiTasks,
};

import type { FormatWork } from '../trace-threads/index.ts';
import { type Otf2Kinds, otf2Tasks } from './otf2-task.ts';

/** For those who start the threads; the threads themselves load the tasks only. */
export const otf2Work: FormatWork<Otf2Kinds> = {
  module: new URL('./otf2-thread.ts', import.meta.url),
  work: otf2Tasks,
};

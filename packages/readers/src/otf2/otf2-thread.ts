import { serveTrace } from '../trace-threads/index.ts';
import { runOtf2Task } from './otf2-task.ts';

serveTrace(runOtf2Task);

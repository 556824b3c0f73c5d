import { serveTrace } from '../trace-threads/index.ts';
import { runDumpiTask } from './dumpi-task.ts';

serveTrace(runDumpiTask);

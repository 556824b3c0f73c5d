import { serveTrace } from '../trace-threads/index.ts';
import { dumpiTasks } from './dumpi-task.ts';

serveTrace(dumpiTasks);

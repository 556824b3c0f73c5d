import { serveTrace } from '../trace-threads/index.ts';
import { dumpiWork } from './dumpi-task.ts';

serveTrace(dumpiWork);

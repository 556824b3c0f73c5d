import { serveTrace } from '../trace-threads/index.ts';
import { otf2Tasks } from './otf2-task.ts';

serveTrace(otf2Tasks);

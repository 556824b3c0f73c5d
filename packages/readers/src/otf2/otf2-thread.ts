import { serveTrace } from '../trace-threads/index.ts';
import { otf2Work } from './otf2-task.ts';

serveTrace(otf2Work);

import { servePool } from '@weft/threads';
import { runOtf2Task } from './otf2-task.ts';

servePool(runOtf2Task);

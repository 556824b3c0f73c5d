import { runSourceTask } from '@weft/analysis';
import { serveThread } from '@weft/threads';

serveThread(runSourceTask);

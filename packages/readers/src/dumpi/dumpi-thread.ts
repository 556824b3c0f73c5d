import { servePool } from '@weft/threads';
import { readDumpiFile } from './dumpi-task.ts';

servePool(readDumpiFile);

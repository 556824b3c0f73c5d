import { servePool } from '@weft/threads';
import { matchPartition } from './match-task.ts';

servePool(matchPartition);

import { servePool } from '@weft/threads';
import { scanFile } from './scan-file.ts';

servePool(scanFile);

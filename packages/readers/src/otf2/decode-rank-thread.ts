import { servePool } from '@weft/threads';
import { decodeRank } from './decode-rank.ts';

servePool(decodeRank);

import type { Reader } from '../reader.ts';
import { groupByRun, looksLikeMeta, rankOfName } from './rank-files.ts';
import { readRun } from './read-run.ts';
import { LEAD_IN } from './read-sections.ts';

/** Binary DUMPI traces: a .meta file and one .bin file per rank. */
export const dumpiReader: Reader = {
  name: 'dumpi',
  title: 'DUMPI trace',
  detect({ path, head }) {
    if (head.length >= 8 && LEAD_IN.every((byte, at) => head[at] === byte)) return 'yes';
    if (rankOfName(path) !== null) return 'maybe';
    return looksLikeMeta(Buffer.from(head).toString('latin1')) ? 'yes' : 'no';
  },
  group: groupByRun,
  read: readRun,
};

import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { type TableSink, WeftError } from '@weft/model';
import { createScratch } from '@weft/threads';
import type { Reader, ReadOptions, ReadReport } from '../reader.ts';
import { moderniseFile, oldVersion, type Version } from './modernise-file.ts';
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
  read: readAnyAge,
};

/** Files of 2010 and before are first written anew as later releases write them. */
async function readAnyAge(
  files: readonly string[],
  sink: TableSink,
  options: ReadOptions,
): Promise<ReadReport> {
  const bins = files.filter((file) => !file.endsWith('.meta'));
  const version = oldVersion(bins);
  if (!version) return readRun(files, sink, options);
  const folder = await createScratch(tmpdir(), 'dumpi');
  try {
    const converted = new Map<string, string>();
    for (const file of bins) {
      options.signal?.throwIfAborted();
      converted.set(file, modernised(file, join(folder.path, basename(file)), version));
    }
    return await readRun(
      files.map((file) => converted.get(file) ?? file),
      sink,
      options,
    );
  } finally {
    await folder.remove();
  }
}

/** The new path, or the old one where the file cannot be read: the reader says why. */
function modernised(from: string, to: string, version: Version): string {
  try {
    moderniseFile(from, to, version);
    return to;
  } catch (error) {
    if (error instanceof WeftError) return from;
    throw error;
  }
}

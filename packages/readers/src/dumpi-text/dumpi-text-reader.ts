import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { TableSink, WeftError } from '@weft/model';
import { createScratch } from '@weft/threads';
import { readRun } from '../dumpi/read-run.ts';
import type { Reader, ReadOptions, ReadReport } from '../reader.ts';
import { convertText, looksLikeText } from './convert-text.ts';

/** The rank is the last number of four or more digits in the name, as in `dumpi-2024.05.01.12.00.00-0003.txt`. */
const RANK = /^(.*?)-?(\d{4,})\D*$/;

/** The text that dumpi2ascii prints, one file per rank. */
export const dumpiTextReader: Reader = {
  name: 'dumpi-text',
  title: 'DUMPI trace as text (dumpi2ascii)',
  detect({ head }) {
    return looksLikeText(Buffer.from(head).toString('utf8')) ? 'yes' : 'no';
  },
  group(files) {
    const runs = new Map<string, string[]>();
    for (const file of files) {
      const key = `${dirname(file)}/${RANK.exec(basename(file))?.[1] ?? ''}`;
      runs.set(key, [...(runs.get(key) ?? []), file]);
    }
    return [...runs.values()];
  },
  read: readText,
};

/** The text is turned back into the binary form, so that both go the same way from there. */
async function readText(
  files: readonly string[],
  sink: TableSink,
  options: ReadOptions,
): Promise<ReadReport> {
  const folder = await createScratch(tmpdir(), 'text');
  try {
    const converted: string[] = [];
    const faults: WeftError[] = [];
    for (const [at, file] of files.entries()) {
      options.signal?.throwIfAborted();
      const match = RANK.exec(basename(file));
      const name = match ? `${match[1] || 'trace'}-${match[2]}.bin` : `text ${at}`;
      const path = join(folder.path, name);
      const fault = await convertText(file, path, options.keepGoing);
      if (fault) faults.push(fault);
      converted.push(path);
    }
    const report = await readRun(converted, sink, options);
    const [first] = faults;
    const loss = first
      ? [
          {
            code: 'FILES-TRUNCATED',
            count: faults.length,
            text: `texts read up to a fault; the first: ${first.file}: ${first.message}, line ${first.line}`,
          },
        ]
      : [];
    return { ...report, format: 'dumpi-text', diagnostics: [...report.diagnostics, ...loss] };
  } finally {
    await folder.remove();
  }
}

import type { FabricReader } from '../fabric-reader.ts';
import { badLine } from '../facts/problems.ts';
import { eachTextLine } from '../text/each-line.ts';
import { firstLine } from '../text/probe-lines.ts';
import { sampleName } from '../time/sample-name.ts';
import { parseZonedTime } from '../time/zoned-time.ts';

const TIME = ['time_unix', 'unix', 'time', 'time_iso'];

/** A CSV that says when each file of counters was read: columns time and file. */
export const sampleTimesReader: FabricReader = {
  name: 'sample-times',
  title: 'Times of samples (CSV)',
  tells: 'names',
  detect: (probe) => (columnsOf(firstLine(probe)) ? 'yes' : 'no'),
  async read({ file, problems, timeZone, signal }, { sampleTimes }) {
    let columns: { time: number; file: number } | null = null;
    await eachTextLine(
      file.path,
      (text, line) => {
        if (/^\s*(#|$)/.test(text)) return;
        if (!columns) {
          columns = columnsOf(text);
          return;
        }
        const fields = text.split(',').map((field) => field.trim());
        const said = fields[columns.time] ?? '';
        const time = /^\d{9,11}\.\d+$/.test(said) ? Number(said) : parseZonedTime(said, timeZone);
        if (time === null || !fields[columns.file])
          problems.damage(badLine(text, { file: file.origin, line }));
        else sampleTimes.set(sampleName(fields[columns.file]), time);
      },
      signal,
    );
  },
};

function columnsOf(header: string): { time: number; file: number } | null {
  const names = header.split(',').map((name) => name.trim().toLowerCase());
  const time = TIME.map((name) => names.indexOf(name)).find((at) => at >= 0) ?? -1;
  const file = names.indexOf('file');
  return time >= 0 && file >= 0 ? { time, file } : null;
}

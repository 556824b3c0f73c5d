import { stat } from 'node:fs/promises';
import type { FabricReader, FileContext } from '../fabric-reader.ts';
import type { JobFacts } from '../facts/job-facts.ts';
import { eachTextLine } from '../text/each-line.ts';
import { probeLines } from '../text/probe-lines.ts';
import { localSeconds } from '../time/zoned-time.ts';
import { addSlurmJob } from './add-slurm-job.ts';

/** JOBID PART NAME USER ST START TIME N NODELIST, with times such as 05/23-14:03:59 and 1:02:03. */
const ROW =
  /^\s*(\d+)\s+(\S+)\s+(\S+)\s+(\S+)\s+(\S+)\s+(\d\d)\/(\d\d)-(\d\d):(\d\d):(\d\d)\s+([\d:-]+)\s+(\d+)\s+(\S+)\s*$/;

/** The job log of LLNL's sqlog, which TreeScope reads. It has no year. */
export const sqlogReader: FabricReader = {
  name: 'sqlog',
  title: 'Slurm jobs (sqlog)',
  tells: 'jobs',
  detect: (probe) =>
    probeLines(probe)
      .slice(0, 3)
      .some((line) => ROW.test(line))
      ? 'yes'
      : 'no',
  read: (context, { jobs }) => readLog(context, jobs),
};

async function readLog(context: FileContext, facts: JobFacts): Promise<void> {
  const { file, problems, signal, timeZone } = context;
  const written = (await stat(file.path)).mtimeMs / 1000;
  const year = new Date(written * 1000).getUTCFullYear();
  const read = (text: string, line: number): void => {
    const place = { file: file.origin, line };
    const match = ROW.exec(text);
    if (!match) {
      if (text.trim() !== '' && !/^\s*JOBID/.test(text))
        problems.note({
          code: 'LINES-IGNORED',
          what: 'lines of no known form',
          example: text.slice(0, 60),
          place,
        });
      return;
    }
    const [, id, , name, user, state, ...rest] = match;
    const [month, day, hour, minute, second] = rest.slice(0, 5).map(Number);
    const [duration, , nodes] = rest.slice(5);
    const shown = (of: number): number =>
      localSeconds(Date.UTC(of, month - 1, day, hour, minute, second) / 1000, timeZone);
    const start = shown(year) > written + 86_400 ? shown(year - 1) : shown(year);
    const end = String(start + seconds(duration));
    addSlurmJob({ id, name, user, state, start: String(start), end, nodes }, facts, context, place);
  };
  await eachTextLine(file.path, read, signal);
  problems.note({
    code: 'YEAR-ASSUMED',
    what: 'job logs without a year: that of the date of the file is taken',
    example: `${year}`,
    place: { file: file.origin },
  });
}

/** `1-02:03:04`, `2:03:04`, `03:04`. */
function seconds(duration: string): number {
  const [days, clock] = duration.includes('-') ? duration.split('-') : ['0', duration];
  return Number(days) * 86_400 + clock.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
}

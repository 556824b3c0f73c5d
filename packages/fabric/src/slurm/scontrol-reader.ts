import type { FabricReader, FileContext } from '../fabric-reader.ts';
import type { JobFacts } from '../facts/job-facts.ts';
import { eachTextLine } from '../text/each-line.ts';
import { firstLine } from '../text/probe-lines.ts';
import { addSlurmJob } from './add-slurm-job.ts';

/** What `scontrol show job` (also -o) prints, and the file of Slurm's jobcomp/filetxt: `Key=Value` pairs. */
export const scontrolReader: FabricReader = {
  name: 'scontrol',
  title: 'Slurm jobs (scontrol show job)',
  tells: 'jobs',
  detect: (probe) => (/^JobId=\d+ /.test(firstLine(probe)) ? 'yes' : 'no'),
  read: (context, { jobs }) => readJobs(context, jobs),
};

async function readJobs(context: FileContext, facts: JobFacts): Promise<void> {
  const { file, signal } = context;
  let start = 0;
  let lines: string[] = [];
  const finish = (): void => {
    if (lines.length > 0) addJob(lines.join(' '), facts, context, start);
    lines = [];
  };
  const read = (text: string, line: number): void => {
    if (text.startsWith('JobId=')) {
      finish();
      start = line;
    }
    if (text.startsWith('JobId=') || lines.length > 0) lines.push(text.trim());
  };
  await eachTextLine(file.path, read, signal);
  finish();
}

function addJob(text: string, facts: JobFacts, context: FileContext, line: number): void {
  const value = (key: string): string | undefined => fieldValue(text, key);
  const array = value('ArrayJobId');
  const task = value('ArrayTaskId');
  const id = array !== undefined && task !== undefined ? `${array}_${task}` : (value('JobId') ?? '');
  addSlurmJob(
    {
      id,
      name: value('JobName') ?? value('Name'),
      user: value('UserId')?.replace(/\(\d+\)$/, ''),
      state: value('JobState'),
      start: value('StartTime'),
      end: value('EndTime'),
      nodes: value('NodeList'),
    },
    facts,
    context,
    { file: context.file.origin, line },
  );
}

/** Values may hold blanks: a value ends where the next key starts. */
function fieldValue(text: string, key: string): string | undefined {
  const from = text.search(new RegExp(`(?:^|\\s)${key}=`));
  if (from < 0) return undefined;
  const rest = text.slice(text.indexOf('=', from) + 1);
  const end = rest.search(/\s+[A-Z][\w:/]*=/);
  return (end < 0 ? rest : rest.slice(0, end)).trim();
}

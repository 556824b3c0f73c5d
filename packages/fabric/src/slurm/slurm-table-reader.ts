import { WeftError } from '@weft/model';
import type { FabricReader, FileContext } from '../fabric-reader.ts';
import type { JobFacts } from '../facts/job-facts.ts';
import { eachTextLine } from '../text/each-line.ts';
import { firstLine } from '../text/probe-lines.ts';
import { addSlurmJob } from './add-slurm-job.ts';

/** The last one is sacct's --delimiter=$'\x1f', which no name holds. */
const DELIMITERS = ['|', ';', '\t', '\u001f'];

/** What `sacct --parsable2` (or --parsable, --delimiter) and `squeue -o` with a delimiter print, with its line of column names. */
export const slurmTableReader: FabricReader = {
  name: 'slurm-table',
  title: 'Slurm jobs (sacct --parsable2)',
  tells: 'jobs',
  detect: (probe) => {
    const line = firstLine(probe);
    const isFixedWidth = /^JobID(Raw)? +.*\bState +/i.test(line);
    return isFixedWidth || hasColumns(columnsOf(line, delimiterOf(line) ?? '|')) ? 'yes' : 'no';
  },
  read: (context, { jobs }) => readTable(context, jobs),
};

/** Names of the same thing in sacct and squeue. */
const NAMES = {
  id: ['JOBID', 'JOBIDRAW'],
  name: ['JOBNAME', 'NAME'],
  user: ['USER'],
  state: ['STATE', 'ST'],
  start: ['START', 'START_TIME'],
  end: ['END', 'END_TIME'],
  nodes: ['NODELIST'],
} as const;

type Columns = Readonly<Record<keyof typeof NAMES, number>>;

interface Layout {
  readonly delimiter: string;
  readonly width: number;
  readonly columns: Columns;
}

function delimiterOf(line: string): string | undefined {
  return DELIMITERS.find((delimiter) => line.includes(delimiter));
}

function columnsOf(line: string, delimiter: string): Columns {
  const names = line.split(delimiter).map((name) => name.trim().toUpperCase());
  const found = Object.entries(NAMES).map(([key, wanted]) => [
    key,
    wanted.map((name) => names.indexOf(name)).find((at) => at >= 0) ?? -1,
  ]);
  return Object.fromEntries(found);
}

function hasColumns({ id, start, nodes }: Columns): boolean {
  return id >= 0 && (start >= 0 || nodes >= 0);
}

async function readTable(context: FileContext, facts: JobFacts): Promise<void> {
  const { file, problems, signal } = context;
  let layout: Layout | null = null;
  const read = (text: string, line: number): void => {
    const place = { file: file.origin, line };
    if (text.trim() === '') return;
    if (!layout) {
      layout = layoutOf(text, file.origin, line);
      return;
    }
    const fields = fieldsOf(text, layout);
    if (!fields) {
      const example = JSON.stringify(text.slice(0, 80));
      problems.damage({ code: 'BAD-LINE', what: 'a line that cannot be read', example, place });
      return;
    }
    const { id, name, user, state, start, end, nodes } = layout.columns;
    if (fields[id].includes('.')) {
      problems.note({ code: 'JOB-STEPS', what: 'steps of jobs, left out', example: fields[id], place });
      return;
    }
    const job = { id: fields[id], name: fields[name], user: fields[user], state: fields[state] };
    addSlurmJob(
      { ...job, start: fields[start], end: fields[end], nodes: fields[nodes] },
      facts,
      context,
      place,
    );
  };
  await eachTextLine(file.path, read, signal);
}

function layoutOf(text: string, file: string, line: number): Layout {
  const delimiter = delimiterOf(text);
  if (delimiter === undefined) throw fixedWidth(file, line);
  return { delimiter, width: text.split(delimiter).length, columns: columnsOf(text, delimiter) };
}

/** A delimiter in the name of a job is not marked: what is too many belongs to the name. */
function fieldsOf(text: string, { delimiter, width, columns }: Layout): string[] | null {
  const fields = text.split(delimiter);
  const more = fields.length - width;
  if (more === 0) return fields;
  if (more < 0 || columns.name < 0) return null;
  const name = fields.splice(columns.name, more + 1).join(delimiter);
  fields.splice(columns.name, 0, name);
  return fields;
}

function fixedWidth(file: string, line: number): WeftError {
  return new WeftError({
    code: 'FIXED-WIDTH',
    message: 'the default table of sacct cuts off names and lists of nodes',
    file,
    line,
    advice: 'Print it with sacct -X --parsable2 -o JobID,User,Start,End,State,NodeList,JobName.',
  });
}

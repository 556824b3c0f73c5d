import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listNodes, type SubmittedArray } from './slurm-commands.ts';
import { whyNoWord } from './why-no-word.ts';

const LINES = 5;

/** Where Slurm writes what the tasks of an array say. */
export function logPattern(logs: string, first: number, attempt: number): string {
  return join(logs, `${first}-%a-${attempt}.log`);
}

/**
 * The nodes that ran one of these tasks and left not even its log: they do not see the folder, unless nobody can write there. Slurm
 * forgets tasks that ended some minutes ago, and then none are found.
 */
export async function nodesWithoutLog(
  logs: string,
  arrays: readonly SubmittedArray[],
  attempt: number,
  tasks: readonly number[],
): Promise<string[]> {
  if (tasks.length === 0 || (await whyNoWord(logs))) return [];
  const firstOf = new Map(arrays.map(({ job, first }) => [job, first]));
  const without = new Set<string>();
  const jobs = arrays.map(({ job }) => job);
  for (const { job, task, node } of await listNodes(jobs).catch(() => [])) {
    const first = firstOf.get(job);
    if (!node || first === undefined || !tasks.includes(first + Number(task))) continue;
    if (!existsSync(logPattern(logs, first, attempt).replace('%a', task))) without.add(node);
  }
  return [...without];
}

/** What a task said at last, in whichever attempt it said something; null where it left no log at all. */
export async function lastWords(logs: string, task: number): Promise<string | null> {
  const names = (await readdir(logs)).filter((name) => {
    const [first, index] = name.split('-').map(Number);
    return first + index === task;
  });
  for (const name of names.sort()) {
    const text = (await readFile(join(logs, name), 'utf8')).trim();
    if (text) return text.split('\n').slice(-LINES).join('\n');
  }
  const killed = names.length > 0 ? 'its log is empty (killed, or the node does not see the folder)' : null;
  return (await whyNoWord(logs)) ?? killed;
}

import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

/** The daemon of a node, what supervises its tasks, and the tasks; of the cluster in that folder. */
export function processesOf(folder: string, node: string): number[] {
  return pids().filter((pid) => writesLogOf(pid, folder, node) || isTaskOf(pid, folder, node));
}

export function daemonOf(folder: string, node: string): number {
  return Number(readFileSync(join(folder, `run/slurmd-${node}.pid`), 'utf8'));
}

/** The node that a task runs on; null where it has ended. */
export function nodeOf(task: number): string | null {
  const prefix = 'SLURMD_NODENAME=';
  return (
    variablesOf(task)
      .find((text) => text.startsWith(prefix))
      ?.slice(prefix.length) ?? null
  );
}

/** Tasks of all nodes; where a task has several processes, each of them. */
export function tasksOf(folder: string): number[] {
  return pids().filter((pid) => isTaskOf(pid, folder));
}

/** Whatever was started with this in its environment, as `NAME=value`, also by what was started so. */
export function processesWith(variable: string): number[] {
  return pids().filter((pid) => variablesOf(pid).includes(variable));
}

export function endProcess(pid: number): void {
  signal(pid, 'SIGKILL');
}

export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended by itself.
  }
}

function pids(): number[] {
  return readdirSync('/proc').map(Number).filter(Boolean);
}

/** True of slurmd and of each slurmstepd. */
function writesLogOf(pid: number, folder: string, node: string): boolean {
  const log = join(folder, `log/slurmd-${node}.log`);
  return read(() => readdirSync(`/proc/${pid}/fd`), []).some(
    (fd) => read(() => readlinkSync(`/proc/${pid}/fd/${fd}`), '') === log,
  );
}

function isTaskOf(pid: number, folder: string, node?: string): boolean {
  const variables = variablesOf(pid);
  if (!variables.includes(`SLURM_CONF=${folder}/slurm.conf`)) return false;
  return variables.some((text) =>
    node ? text === `SLURMD_NODENAME=${node}` : text.startsWith('SLURMD_NODENAME='),
  );
}

function variablesOf(pid: number): string[] {
  return read(() => readFileSync(`/proc/${pid}/environ`, 'utf8'), '').split('\0');
}

/** Processes end while one looks at them. */
function read<V>(look: () => V, otherwise: V): V {
  try {
    return look();
  } catch {
    return otherwise;
  }
}

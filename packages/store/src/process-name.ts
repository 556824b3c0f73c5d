import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';

/** What tells a process from all others, as it is written into files. */
export interface ProcessName {
  readonly pid: number;
  readonly host: string;
  /** Start of the process in clock ticks after boot: a pid alone may be used again. */
  readonly started: string | null;
}

export function thisProcess(): ProcessName {
  return { pid: process.pid, host: hostname(), started: processStart(process.pid) };
}

/** Null where the text is not whole. */
export function parseProcess<P extends ProcessName>(text: string): P | null {
  try {
    const name: P = JSON.parse(text);
    return Number.isInteger(name.pid) ? name : null;
  } catch {
    return null;
  }
}

/** Of a process of this machine. */
export function isAlive(pid: number, started: string | null): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
  const now = processStart(pid);
  return started === null || now === null || now === started;
}

/** Field 22 of /proc/pid/stat; null where there is no /proc, and `dead` for a zombie. */
function processStart(pid: number): string | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? 'dead' : fields[19];
  } catch {
    return null;
  }
}

import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

export interface Measured {
  readonly seconds: number;
  /** Processor time of all threads, which a busy machine stretches less than the seconds. */
  readonly cpuSeconds: number;
  /** Highest resident memory seen, in bytes. */
  readonly memory: number;
  readonly stdout: string;
}

/** The shell's `times` tells what its children took. */
const SCRIPT = '"$@" || exit $?; times >&2';

/** Runs a command from start to end; `quiet` throws its output away, as for tools that print a whole trace. */
export function measureCommand(command: string, args: readonly string[], quiet = false): Promise<Measured> {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn('sh', ['-c', SCRIPT, 'sh', command, ...args], {
      stdio: ['ignore', quiet ? 'ignore' : 'pipe', 'pipe'],
    });
    const texts = { stdout: '', stderr: '' };
    child.stdout?.on('data', (data) => {
      texts.stdout += data;
    });
    child.stderr?.on('data', (data) => {
      texts.stderr = (texts.stderr + data).slice(-4096);
    });
    let memory = 0;
    const timer = setInterval(() => {
      memory = Math.max(memory, residentBytes(child.pid));
    }, 50);
    child.on('error', reject);
    child.on('close', (code) => {
      clearInterval(timer);
      const seconds = (performance.now() - started) / 1000;
      if (code !== 0) reject(new Error(`${command} ${args.join(' ')} ended with ${code}: ${texts.stderr}`));
      else resolve({ seconds, cpuSeconds: childSeconds(texts.stderr), memory, stdout: texts.stdout });
    });
  });
}

/** The most so far of the one process the shell runs; asked of the kernel, since a `ps` would take a core's tenth. */
function residentBytes(shell: number | undefined): number {
  try {
    const [child] = readFileSync(`/proc/${shell}/task/${shell}/children`, 'utf8').split(' ');
    const peak = /^VmHWM:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${child}/status`, 'utf8'));
    return Number(peak?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}

/** The last line of `times`: user and system time of the children, as 0m1.250s. */
function childSeconds(text: string): number {
  const [user, system] = text.trim().split('\n').at(-1)?.trim().split(/\s+/) ?? [];
  return seconds(user) + seconds(system);
}

function seconds(text = ''): number {
  const match = /^(\d+)m([\d.]+)s$/.exec(text);
  return match ? Number(match[1]) * 60 + Number(match[2]) : Number.NaN;
}

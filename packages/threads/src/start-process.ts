import { type ChildProcess, spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { PoolThread } from './pool-thread.ts';
import { builtModule, loader } from './start-thread.ts';

/** What a process of its own may take. */
export interface ProcessLimits {
  /** Bytes of memory in all. */
  readonly memory: number;
  /** Bytes of JavaScript objects. */
  readonly heap: number;
  /** Leave the processor to whoever else wants it. */
  readonly background: boolean;
}

/** Tells a process that it serves a pool. */
export const SERVES_POOL = '--serves-pool';

const BACKGROUND_PRIORITY = 10;

/** The kernel ends it first where memory runs out, gives it no more than allowed, and keeps no image of it. */
const LIMIT =
  'echo 1000 2>/dev/null >/proc/self/oom_score_adj; ulimit -c 0; ulimit -d "$0" 2>/dev/null; exec "$@"';

/** Runs a module as a thread does, in a process that can be killed whatever it is doing. */
export function startProcess(module: URL, limits: ProcessLimits): PoolThread {
  const [command, ...args] = limited(nodeCommand(module, limits), limits);
  const child = spawn(command, args, {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  });
  if (limits.background) stepBack(child);
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve()).once('error', () => resolve());
  });
  return {
    pid: child.pid,
    listen: ({ onMessage, onError, onExit }) => {
      child.on('message', onMessage).on('error', onError).on('exit', onExit);
      // Where it could not be started there is no exit.
      if (child.pid === undefined) child.on('error', () => onExit(null));
    },
    post: (message) => {
      if (child.connected) child.send(Object(message), () => undefined);
    },
    end: () => {
      child.kill('SIGKILL');
      return ended;
    },
  };
}

function nodeCommand(module: URL, { heap }: ProcessLimits): string[] {
  const built = builtModule(module);
  const script = built ? [fileURLToPath(built)] : [fileURLToPath(loader), module.href];
  return [process.execPath, `--max-old-space-size=${Math.ceil(heap / 2 ** 20)}`, ...script, SERVES_POOL];
}

function limited(command: string[], { memory }: ProcessLimits): string[] {
  if (process.platform === 'win32') return command;
  return ['/bin/sh', '-c', LIMIT, String(Math.ceil(memory / 1024)), ...command];
}

function stepBack({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, BACKGROUND_PRIORITY);
  } catch {
    // It has ended already, which its exit tells.
  }
}

import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const weft = fileURLToPath(new URL('../bin/weft.js', import.meta.url));

interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command as a user does, in a process of its own. */
export function runCommand(args: readonly string[], folder?: string): Promise<Outcome> {
  return new Promise((resolve) => {
    execFile(process.execPath, [weft, ...args], { cwd: folder }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr });
    });
  });
}

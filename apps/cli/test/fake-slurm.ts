import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { vi } from 'vitest';

interface FakeSlurm {
  /** So many submissions at first run nothing. */
  readonly fail?: number;
  /** Tasks do not run but leave this in their log. */
  readonly say?: string;
  /** Why tasks wait, for ever. */
  readonly reason?: string;
  /** What sbatch says instead of taking a job. */
  readonly refuse?: string;
  /** Job 6, of an earlier command, is in the queue for so many looks. */
  readonly left?: number;
  /** Slurm keeps a task of job 7 back until it is cancelled. */
  readonly keptBack?: boolean;
  /** A node that tasks run on unless it is excluded, and that sees no folder. */
  readonly blind?: string;
  /** No other node is there. */
  readonly alone?: boolean;
  /** The queue is out of reach. */
  readonly lost?: boolean;
}

/** Commands on the PATH that behave like Slurm's; tasks run while they are submitted. Notes of them go to `folder`. */
export function fakeSlurm(folder: string, settings: FakeSlurm): void {
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  const commands = {
    scontrol: 'echo "MaxArraySize = 3"',
    scancel: `echo "$@" >> '${folder}/cancelled'`,
    squeue: squeue(folder, settings),
    sbatch: settings.refuse
      ? `echo 'sbatch: error: ${settings.refuse.replaceAll("'", '')}' >&2; exit 1`
      : sbatch(folder, settings),
  };
  for (const [name, body] of Object.entries(commands)) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${body}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  vi.stubEnv('PATH', `${bin}:${process.env.PATH}`);
}

/** Without --all a hidden partition looks empty, as all others do to who looks at one. */
function squeue(folder: string, { reason, left = 0, keptBack, blind = '', lost }: FakeSlurm): string {
  if (lost) return `case "$*" in *-n*) ;; *) echo 'Unable to contact slurm controller' >&2; exit 1 ;; esac`;
  const told = reason?.replaceAll("'", `'\\''`);
  const waiting = reason ? `echo look >> '${folder}/looks'; echo '7|0|PENDING|${told}'` : ':';
  const kept = `[ -e '${folder}/cancelled' ] || echo '7|0|PENDING|launch failed requeued held'`;
  return `case "$SQUEUE_PARTITION$*" in
  '-h --all '*) ;;
  *) exit ;;
esac
case "$*" in
  *'-n weft'*) [ ${left} -eq 0 ] || echo 6 ;;
  *'-j 6') echo '6 is asked for' >> '${folder}/calls'
    [ "$(wc -l < '${folder}/calls')" -gt ${left} ] || echo '6|0|RUNNING|None' ;;
  *'-t all'*) for task in 0 1 2; do echo "7|$task|${blind}"; done ;;
  *) ${keptBack ? kept : waiting} ;;
esac`;
}

function sbatch(folder: string, { fail = 0, say, blind, alone }: FakeSlurm): string {
  const task = say ? `echo "${say}"` : `SLURM_ARRAY_TASK_ID=$task sh '${folder}/script'`;
  return `cat > '${folder}/script'
echo "$@" >> '${folder}/submitted'
echo submit >> '${folder}/calls'
tries=$(wc -l < '${folder}/submitted')
for flag in "$@"; do case "$flag" in
  --array=*) array=$(echo "$flag" | sed 's/--array=//; s/%.*//; s/,/ /g') ;;
  --output=*) output=$(echo "$flag" | sed 's/--output=//') ;;
esac; done
${blind ? withoutNode(blind, alone) : ''}
if [ "$tries" -gt ${fail} ]; then
  for task in $array; do ${task} > "$(echo "$output" | sed "s/%a/$task/")" 2>&1; done
fi
echo 7`;
}

function withoutNode(blind: string, alone?: boolean): string {
  const refused = "echo 'Requested node configuration is not available' >&2; exit 1";
  return `case "$*" in *--exclude=${blind}*) ${alone ? refused : ':'} ;; *) echo 7; exit ;; esac`;
}

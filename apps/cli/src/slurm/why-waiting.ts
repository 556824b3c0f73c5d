import { WeftError } from '@weft/model';
import type { QueuedTask } from './slurm-commands.ts';

const LESS = 'Ask for less by --on slurm:time=...,partition=...; scontrol show partition tells the limits.';

/** Reasons after which a task waits for ever, as words of Slurm or of its partitions, and what helps. */
const hopeless: readonly (readonly [RegExp, string])[] = [
  [/^Partition(Down|Inactive)$/, 'Name another partition by --on slurm:partition=...; sinfo lists them.'],
  [
    /^(AccountNotAllowed|InvalidAccount)$|^Job's account /,
    'Name an account that may use this partition by --on slurm:account=..., or another partition.',
  ],
  [
    /^MaxMemPerLimit$/,
    'Ask for less memory by --memory <bytes>, or for fewer cores by --on slurm:cores=...; scontrol show partition tells the limits.',
  ],
  [
    /^PartitionConfig$/,
    'No node of the partition has so many cores: --on slurm:cores=... asks for fewer, partition=... for other nodes.',
  ],
  [
    /^(Partition(TimeLimit|NodeLimit)|BadConstraints|InvalidQOS|QOSNotAllowed|AssociationTimeLimit|QOSTimeLimit|JobHeldAdmin|ReservationDeleted|(QOS|Assoc)Max\w*(PerJob|WallDuration)\w*)$/,
    LESS,
  ],
  [/^(Job's )?QOS.* not permitted/, LESS],
];

/** What keeps every task of a busy cluster waiting, or one that was submitted a moment ago. */
const USUAL =
  /^(|None|Priority|Resources|BeginTime|JobArrayTaskLimit|Licenses|Cleaning|Prolog|Dependency|SchedDefer|Reservation|JobHeldUser|launch failed requeued held|JobHoldMaxRequeue|(Assoc|QOS)(Grp|Max)\w*)$/;

/** Why these tasks will never start; null where one of them may. */
export function whyNever(queue: readonly QueuedTask[]): WeftError | null {
  for (const { state, reason } of queue) {
    const found = state === 'PENDING' && hopeless.find(([pattern]) => pattern.test(reason));
    if (!found) continue;
    return new WeftError({
      code: 'SLURM-NEVER-STARTS',
      message: `Slurm took the tasks but will never start them: ${reason}`,
      advice: found[1],
    });
  }
  return null;
}

/** What the tasks wait for where none runs and somebody may have to do something about it. */
export function whyWaiting(queue: readonly QueuedTask[]): string | null {
  if (queue.some(({ state, reason }) => state !== 'PENDING' || USUAL.test(reason))) return null;
  return queue[0]?.reason ?? null;
}

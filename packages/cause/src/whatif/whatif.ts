import type { WorkContext } from '@weft/model';
import type { Change } from '../change.ts';
import { changedBy } from '../machine/change-machine.ts';
import type { Machine } from '../machine/machine.ts';
import { jobTime, type RunResult, rerun } from '../machine/rerun.ts';

interface Compared {
  readonly before: number;
  readonly after: number;
  /** After less before. */
  readonly difference: number;
}

/** Time of a job in nanoseconds; its noise is what changes when all jobs start a little later. */
interface ComparedJob extends Compared {
  readonly job: string;
  readonly noise: number;
}

/** Bytes over a link of the machine before; 0 after where it is not there any more. */
interface ComparedLink extends Compared {
  readonly link: number;
  readonly from: number;
  readonly to: number;
}

export interface WhatIf {
  readonly changes: readonly Change[];
  readonly jobs: readonly ComparedJob[];
  /** The links that are fullest before or after. */
  readonly links: readonly ComparedLink[];
  readonly leftOut: string;
}

const FULLEST = 10;
const SHIFT_SEED = 1;

/** What the answer of every repeated run leaves out. */
const LEFT_OUT =
  'The model knows no back-pressure: what blocks others through full buffers, without sharing a link with them, is not in it.';

/** Runs a machine as it is and with changes, to the end of all jobs. */
export async function whatIf(
  machine: Machine,
  changes: readonly Change[],
  context: WorkContext = {},
): Promise<WhatIf> {
  const changed = changedBy(machine, changes);
  const before = await rerun(machine, { ...context, loads: true });
  const after = await rerun(changed, { ...context, loads: true });
  const shifted = await rerun(machine, { ...context, shift: { seed: SHIFT_SEED, job: -1 } });
  return {
    changes,
    jobs: machine.jobs.flatMap(({ name }, j) =>
      changed.jobs[j].ranks === 0
        ? []
        : [
            {
              job: name,
              ...compared(jobTime(before, j), jobTime(after, j)),
              noise: Math.abs(jobTime(shifted, j) - jobTime(before, j)),
            },
          ],
    ),
    links: fullestLinks(machine, before, changed, after),
    leftOut: LEFT_OUT,
  };
}

function compared(before: number, after: number): Compared {
  return { before, after, difference: after - before };
}

/** Links are the same where they leave the same port: a machine with another cable numbers them anew. */
function fullestLinks(
  machine: Machine,
  before: RunResult,
  changed: Machine,
  after: RunResult,
): ComparedLink[] {
  const { links, linkCount } = machine.fabric.network;
  const other = changed.fabric.network.links;
  const loads = new Map(
    Array.from(after.linkBytes ?? [], (bytes, link) => [`${other.src[link]}:${other.src_port[link]}`, bytes]),
  );
  const rows = Array.from({ length: linkCount }, (_, link) => ({
    link,
    from: links.src[link],
    to: links.dst[link],
    ...compared(before.linkBytes?.[link] ?? 0, loads.get(`${links.src[link]}:${links.src_port[link]}`) ?? 0),
  }));
  const most = (row: ComparedLink) => Math.max(row.before, row.after);
  return rows.sort((a, b) => most(b) - most(a) || a.link - b.link).slice(0, FULLEST);
}

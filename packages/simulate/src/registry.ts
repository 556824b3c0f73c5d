import type { Workload } from './workload.ts';
import { allReduce } from './workloads/all-reduce.ts';
import { allToAll } from './workloads/all-to-all.ts';
import { amr } from './workloads/amr.ts';
import { axisTraffic } from './workloads/axis-traffic.ts';
import { bitPattern } from './workloads/bit-pattern.ts';
import { gather } from './workloads/gather.ts';
import { halo } from './workloads/halo.ts';
import { irregular } from './workloads/irregular.ts';
import { masterWorker } from './workloads/master-worker.ts';
import { messageList } from './workloads/message-list.ts';
import { multigrid } from './workloads/multigrid.ts';
import { randomPermutation, shift } from './workloads/permutation.ts';
import { pipeline } from './workloads/pipeline.ts';
import { ring } from './workloads/ring.ts';
import { binarySwap, twoThreeSwap } from './workloads/swap.ts';
import { tree } from './workloads/tree.ts';
import { uniform } from './workloads/uniform.ts';

/** Every workload: one file and one line each. */
export const workloads: readonly Workload[] = [
  uniform,
  halo,
  axisTraffic,
  allToAll,
  shift,
  randomPermutation,
  bitPattern,
  ring,
  tree,
  binarySwap,
  twoThreeSwap,
  gather,
  masterWorker,
  irregular,
  multigrid,
  amr,
  pipeline,
  allReduce,
  messageList,
];

export function findWorkload(name: string): Workload | undefined {
  return workloads.find((workload) => workload.name === name);
}

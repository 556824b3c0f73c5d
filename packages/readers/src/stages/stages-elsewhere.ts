import { join } from 'node:path';
import { adoptParts, STAGE_FOLDER, weftVersion } from '@weft/parts';
import { addCounts, emptyCounts, type MatchCounts } from '../matching/match-partition.ts';
import type { ReadOptions } from '../reader.ts';
import type { StageName, StageRunner } from '../stage-runner.ts';
import { isLarge } from '../trace-threads/index.ts';
import { planSizes, type StageSizes } from './plan-sizes.ts';
import type { StageFacts, TraceStages } from './stage-facts.ts';
import {
  finishedTasks,
  inputOf,
  partsFolder,
  preparePlan,
  readResult,
  type SliceTask,
  type StagePlan,
} from './stage-folder.ts';
import { unshare } from './unshare.ts';

/** To match what a slice sent takes about half the time of decoding it, and each task has to start. */
const SLICES_A_MATCH = 4;

/** Both stages as tasks that leave their results in files; those whose results are there already are not repeated. */
export function stagesElsewhere<T, R>(
  runner: StageRunner,
  partFolder: string,
  facts: StageFacts<T>,
  options: ReadOptions,
): TraceStages<T, R> {
  const folder = join(partFolder, STAGE_FOLDER, `job-${options.job}`);
  const sizes = planSizes(facts.inputBytes, runner.sliceBytes);
  let slices: T[][] = [];
  return {
    decode: async (tasks) => {
      slices = cutByBytes(tasks, facts.bytesOf, sizes.sliceBytes);
      const plan = planOf(slices.length, sizes, facts, options);
      await preparePlan(folder, plan, await Promise.all(slices.map((slice) => sliceTask(slice, facts))));
      const results = await runStage<R[]>(runner, folder, partFolder, 'decode', slices.length);
      return results.flat();
    },
    match: async () => {
      const { groups } = planOf(slices.length, sizes, facts, options);
      const total = emptyCounts();
      const results = await runStage<MatchCounts>(runner, folder, partFolder, 'match', groups.length);
      for (const counts of results) addCounts(total, counts);
      return total;
    },
    close: async () => undefined,
  };
}

/** Runs what is missing of a stage, takes the parts of the attempts that count, and gives the results. */
async function runStage<V>(
  runner: StageRunner,
  folder: string,
  partFolder: string,
  stage: StageName,
  count: number,
): Promise<V[]> {
  const finished = () => finishedTasks(folder, stage);
  const before = await finished();
  const tasks = Array.from({ length: count }, (_, task) => task).filter((task) => !before.has(task));
  if (tasks.length > 0) await runner.run({ folder, stage, tasks, finished });
  const results: V[] = [];
  for (let task = 0; task < count; task++) {
    const { attempt, result, lists } = await readResult<V>(folder, stage, task);
    await adoptParts(partFolder, partsFolder(folder, stage, task, attempt), lists);
    results.push(result);
  }
  return results;
}

function planOf<T>(
  slices: number,
  sizes: StageSizes,
  { format, partitions, callNames, inputBytes }: StageFacts<T>,
  { job, memory, keepGoing, overview = true }: ReadOptions,
): StagePlan {
  const all = Array.from({ length: partitions }, (_, partition) => partition);
  const count = Math.min(Math.ceil(slices / SLICES_A_MATCH), partitions);
  return {
    version: weftVersion,
    format,
    job,
    memory,
    keepGoing,
    overview: overview && isLarge(inputBytes),
    callNames,
    sizes,
    slices,
    groups: Array.from({ length: count }, (_, group) =>
      all.filter((partition) => partition % count === group),
    ),
  };
}

async function sliceTask<T>(tasks: readonly T[], { filesOf }: StageFacts<T>): Promise<SliceTask<unknown>> {
  const inputs = await Promise.all(tasks.flatMap((task) => filesOf(task)).map(inputOf));
  return { tasks: tasks.map(unshare()), inputs };
}

/** Neighbouring tasks together until they have so many bytes. */
function cutByBytes<T>(tasks: readonly T[], bytesOf: (task: T) => number, least: number): T[][] {
  const slices: T[][] = [];
  let room = 0;
  for (const task of tasks) {
    if (room <= 0) {
      slices.push([]);
      room = least;
    }
    slices[slices.length - 1].push(task);
    room -= bytesOf(task);
  }
  return slices;
}

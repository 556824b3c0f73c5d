import { basename } from 'node:path';
import {
  type MeasureChoice,
  measureRanks,
  openQueries,
  type RankGraphChoice,
  type RankGraphRead,
  type RankMeasures,
  rankGraphNeeds,
  readRankGraph,
} from '@weft/analysis';
import { openDataset } from '@weft/store';
import { withMeasureThreads } from '../measure/measure-threads.ts';

/** A run of a hive panel. */
export interface HiveRun extends RankGraphRead {
  /** Unique among the runs shown. */
  readonly name: string;
  readonly measures: RankMeasures;
}

export async function readHiveRuns(
  paths: readonly string[],
  graphChoice: RankGraphChoice,
  measureChoice: MeasureChoice,
): Promise<HiveRun[]> {
  const names = uniqueNames(paths.map((path) => basename(path).replace(/\.weft$/, '')));
  return withMeasureThreads(async (run) => {
    const runs: HiveRun[] = [];
    for (const [at, path] of paths.entries()) {
      const dataset = await openDataset(path);
      try {
        const open = openQueries(rankGraphNeeds(graphChoice), (query) => dataset.stream(query));
        const read = await readRankGraph(open, graphChoice);
        runs.push({ ...read, name: names[at], measures: await measureRanks(read.graph, measureChoice, run) });
      } finally {
        await dataset.close();
      }
    }
    return runs;
  });
}

/** The second run of a name is `name (2)`. */
function uniqueNames(names: readonly string[]): string[] {
  return names.map((name, at) => {
    const before = names.slice(0, at).filter((other) => other === name).length;
    return before > 0 ? `${name} (${before + 1})` : name;
  });
}

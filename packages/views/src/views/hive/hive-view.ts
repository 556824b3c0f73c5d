import type { NeedsContext } from '../../view.ts';
import type { DatasetInfo } from '../../workspace.ts';
import { type HiveNeeds, hiveNeeds } from './hive-needs.ts';

export { Hive as Component } from './hive.tsx';

export function needs(dataset: DatasetInfo, _metric: string | null, context: NeedsContext): HiveNeeds {
  return hiveNeeds(dataset, context);
}

import type { NeedsContext } from '../../view.ts';
import type { DatasetInfo } from '../../workspace.ts';
import { type CommMatrixNeeds, commMatrixNeeds } from './comm-matrix-needs.ts';

export { CommMatrix as Component } from './comm-matrix.tsx';

export function needs(dataset: DatasetInfo, _metric: string | null, context: NeedsContext): CommMatrixNeeds {
  return commMatrixNeeds(dataset, context);
}

import { computed, type ReadonlySignal } from '@preact/signals';
import type { Selection } from '@weft/model';
import { alignCube, alignTotals } from '@weft/network';
import type { ComparedSide, Comparison, DatasetInfo, Workspace } from '@weft/views';
import { needCube } from '@weft/views';
import type { CompareTarget } from '../address/compare-target.ts';
import type { Page } from '../page/page.ts';
import type { PageLinkValues } from '../workspace/create-link-values.ts';
import type { PageWorkspace } from '../workspace/create-workspace.ts';
import type { PageHistory } from '../workspace/page-history.ts';
import { createOtherSide } from './create-other-side.ts';
import { describeSide } from './describe-side.ts';
import { differenceValues, withoutValues } from './difference-values.ts';
import { createFollower, type Follow } from './follower.ts';

/** What a panel shows: the data of one side, with a workspace of its own. */
export interface Side {
  readonly dataset: DatasetInfo;
  readonly workspace: Workspace & { readonly committed: ReadonlySignal<Selection> };
}

export interface Sides {
  readonly a: Side;
  readonly b: Side;
  readonly difference: Side;
  /** Why the two cannot be set side by side; null = they can, or the answer is on its way. */
  readonly reason: ReadonlySignal<string | null>;
  dispose(): void;
}

export interface SidesParts {
  readonly page: Page;
  readonly dataset: DatasetInfo;
  readonly other: DatasetInfo;
  readonly workspace: PageWorkspace;
  readonly target: ReadonlySignal<CompareTarget | null>;
  readonly history: PageHistory;
}

/** Side A is the page's own workspace, side B follows it but for what is compared, the third is B − A. */
export function createSides(parts: SidesParts): Sides {
  const { page, dataset, workspace } = parts;
  const follower = createFollower(page);
  const other = createOtherSide(parts, follower);
  const { alignment } = other;
  const labels = describeSide({ ...parts, selection: other.workspace.selection, jobs: other.jobs });
  const cubeB = followCube(follower.of(parts.other), other.linkValues);
  const a: ComparedSide = {
    label: labels.a,
    totals: workspace.linkValues.totals,
    cube: followCube(follower.of(dataset), workspace.linkValues),
    time: computed(() => workspace.selection.value.time),
  };
  const b: ComparedSide = {
    label: labels.b,
    totals: computed(() => alignTotals(other.linkValues.totals.value, alignment.value)),
    cube: computed(() => alignCube(cubeB.value, alignment.value)),
    time: computed(() => other.workspace.selection.value.time),
  };
  const showing = (shows: Comparison['shows']) =>
    computed((): Comparison => ({ shows, a, b, unit: workspace.linkValues.unit }));
  return {
    a: { dataset, workspace: { ...workspace, comparison: showing('a') } },
    b: { dataset: parts.other, workspace: { ...other.workspace, comparison: showing('b') } },
    difference: {
      dataset,
      workspace: {
        ...withoutValues(workspace),
        linkValues: differenceValues(workspace.linkValues, other.linkValues, b, alignment),
        comparison: showing('difference'),
      },
    },
    reason: other.reason,
    dispose: follower.dispose,
  };
}

function followCube(follow: Follow, { metric }: PageLinkValues): ComparedSide['cube'] {
  return follow(() => (metric.value ? needCube(metric.value.name) : null));
}

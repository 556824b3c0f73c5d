import { computed, type ReadonlySignal } from '@preact/signals';

import { formatTimeRange, type Selection, type TableFrame, textAt } from '@weft/model';
import type { DatasetInfo } from '@weft/views';
import type { CompareTarget } from '../address/compare-target.ts';
import type { PageWorkspace } from '../workspace/create-workspace.ts';

interface Described {
  readonly dataset: DatasetInfo;
  readonly other: DatasetInfo;
  readonly target: ReadonlySignal<CompareTarget | null>;
  readonly workspace: PageWorkspace;
  readonly selection: ReadonlySignal<Selection>;
  readonly jobs: ReadonlySignal<TableFrame<'jobs'> | null>;
}

/** What each side is: the title of its dataset, its time range, or its job. */
export function describeSide({ dataset, other, target, workspace, selection, jobs }: Described) {
  const describe = (info: DatasetInfo, own: Selection): string => {
    switch (target.value?.kind) {
      case 'dataset':
        return info.manifest.title;
      case 'time':
        return own.time ? formatTimeRange(own.time, info.manifest.origin) : 'the whole run';
      case 'job':
        return own.jobs.map((job) => jobTitle(jobs.value, job)).join(', ') || 'all jobs';
      default:
        return '';
    }
  };
  return {
    a: computed(() => describe(dataset, workspace.selection.value)),
    b: computed(() => describe(other, selection.value)),
  };
}

function jobTitle(jobs: TableFrame<'jobs'> | null, job: number): string {
  return (jobs && textAt(jobs.columns.name, jobs.columns.id.indexOf(job))) ?? `job ${job}`;
}

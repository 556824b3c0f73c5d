import type { Frame } from '@weft/model';
import { type DataRequest, later, needAnalysis, needTable, type TableFrame } from '../../data-request.ts';
import { defineView } from '../../view.ts';
import { CallProfile } from './call-profile.tsx';

export type CallProfileNeeds = {
  readonly profile: DataRequest<Readonly<Record<string, Frame>>>;
  /** The ranks of the open call. */
  readonly open?: DataRequest<TableFrame<'calls'> | null>;
};

export const callProfile = defineView<CallProfileNeeds>({
  id: 'call-profile',
  title: 'Call profile',
  help:
    'Each row is an MPI call with how often all ranks made it, the bytes sent by it and the time spent inside, over the whole run; bars compare the rows of a column. ' +
    'Imbalance is the time of the busiest rank over the mean of all ranks: 1 is even, the number of ranks means that one rank does it all. ' +
    'Open a call (Enter, or the arrow) to see its ranks, click a rank to select it in every view (the profile that mpiP and IPM print).',
  refuses: (dataset) =>
    (dataset.manifest.tables.calls?.rows ?? 0) > 0
      ? null
      : 'This dataset has no profile of calls. Import an MPI trace (DUMPI or OTF2) or an IPM log to see where the time went.',
  needs: (dataset, _metric, { selection, options }) => {
    const single = (dataset.manifest.tables.jobs?.rows ?? 0) <= 1;
    const job = selection.jobs[0] ?? (single ? 0 : null);
    const profile = needAnalysis('call-profile', { job });
    if (typeof options.open !== 'string' || options.open === '') return { profile };
    const where = [
      { op: 'in' as const, column: 'call', values: [options.open] },
      { op: 'in' as const, column: 'job', values: [job ?? 0] },
    ];
    return { profile, open: later(needTable('calls', { where, orderBy: ['rank'] })) };
  },
  Component: CallProfile,
});

import type { TableFrame } from '@weft/model';
import { needTable } from '@weft/views';
import { useEffect, useState } from 'preact/hooks';
import type { Session } from '../session/session.ts';

export type JobTable = TableFrame<'jobs'>;

/** The jobs table once it is wanted and there; null before. */
export function useJobs({ page: { coordinator }, dataset }: Session, wanted: boolean): JobTable | null {
  const [jobs, setJobs] = useState<JobTable | null>(null);
  const present = (dataset.manifest.tables.jobs?.rows ?? 0) > 0;
  useEffect(() => {
    if (!wanted || !present) return;
    const ticket = coordinator.want(dataset.id, { ...needTable('jobs'), later: true });
    const stop = ticket.state.subscribe((state) => {
      if (state.status === 'ready') setJobs(state.data);
    });
    return () => {
      stop();
      ticket.release();
    };
  }, [coordinator, dataset.id, wanted, present]);
  return jobs;
}

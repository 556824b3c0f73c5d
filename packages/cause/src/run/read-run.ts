import { textAt, WeftError } from '@weft/model';
import type { RunSource } from '../run-source.ts';
import { situationOf } from '../situation.ts';
import { readTraceRun, type TraceRun } from '../trace/trace-run.ts';
import { type RecordedRun, readRecordedRun } from './recorded-run.ts';

export type Run = RecordedRun | TraceRun;

/** Reads what a dataset is run again from: a simulation by its scenario, a trace by its messages and calls. */
export async function readRun(source: RunSource, signal?: AbortSignal): Promise<Run> {
  switch (situationOf(source.manifest)) {
    case 'simulated':
      return readRecordedRun(source, signal);
    case 'trace':
      return readTraceRun(source, signal);
    case 'counters':
      throw new WeftError({
        code: 'NO-MESSAGES',
        message:
          'the dataset has counters without messages: it tells how much links carried, not how long a job waited',
        file: source.path,
        advice: 'Ask who fills a link: weft explain --link.',
      });
  }
}

/** The name of a job by its number. */
export function jobNameOf(run: Run, job: number): string {
  const name = run.situation === 'trace' ? run.jobs[job]?.name : textAt(run.jobs.columns.name, job);
  return name ?? `job ${job}`;
}

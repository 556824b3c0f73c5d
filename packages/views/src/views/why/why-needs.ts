import type { WhyReport } from '@weft/cause';
import type { Selection } from '@weft/model';
import {
  type DataRequest,
  needTestRun,
  needWhy,
  type Settled,
  settled,
  type WhyQuestion,
} from '../../data-request.ts';
import type { NeedsContext, ViewOptions } from '../../view.ts';
import type { DatasetInfo } from '../../workspace.ts';

export type WhyNeeds = {
  /** What is known before any test, and with those asked for. */
  readonly first?: DataRequest<Settled<WhyReport>>;
  readonly tested?: DataRequest<Settled<WhyReport>>;
  /** The dataset of the test that is to be seen beside the run. */
  readonly opened?: DataRequest<Settled<{ readonly dataset: string }>>;
};

/** Suspects whose tests were asked for; part of the address. */
export function testsOf({ tests }: ViewOptions): string[] {
  return typeof tests === 'string' ? tests.split(' ').filter(Boolean) : [];
}

/**
 * About the one link chosen; else about the one job, or the phase of it that takes most of the time; where ranks are chosen in a
 * dataset of one job, about that job; else about the fullest link of the time. Null where there is no such question.
 */
export function questionOf(
  { links, jobs, ranks, time }: Selection,
  { manifest }: Pick<DatasetInfo, 'manifest'>,
): Omit<WhyQuestion, 'tests'> | null {
  if (links.length === 1) return { link: links[0], time };
  if (jobs.length === 1) return { job: jobs[0], time };
  if (ranks.length > 0 && manifest.tables.jobs?.rows === 1) return { job: 0, time };
  return time ? { time } : null;
}

export function whyNeeds(
  dataset: DatasetInfo,
  _metric: string | null,
  { selection, options }: NeedsContext,
): WhyNeeds {
  const question = questionOf(selection, dataset);
  if (!question) return {};
  const tests = testsOf(options);
  const isAsked = tests.length > 0 && options.of === questionKey(question);
  return {
    first: settled(needWhy({ ...question, tests: [] })),
    ...(isAsked && { tested: settled(needWhy({ ...question, tests })) }),
    ...(isAsked &&
      typeof options.open === 'string' && {
        opened: settled(needTestRun({ ...question, tests, open: options.open })),
      }),
  };
}

/** Tests are of one question: another link, job or time begins anew. */
export function questionKey({ link, job, time }: Omit<WhyQuestion, 'tests'>): string {
  const range = time?.join(' ') ?? '';
  if (link !== undefined) return `link ${link} ${range}`;
  return (job === undefined ? `time ${range}` : `job ${job} ${range}`).trim();
}

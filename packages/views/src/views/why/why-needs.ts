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

/** About the one link chosen, else the one job, else the fullest link of the time range; null where there is no such question. */
export function questionOf({ links, jobs, time }: Selection): Omit<WhyQuestion, 'tests'> | null {
  if (links.length === 1) return { link: links[0], time };
  if (jobs.length === 1) return { job: jobs[0] };
  return time ? { time } : null;
}

export function whyNeeds(
  _dataset: DatasetInfo,
  _metric: string | null,
  { selection, options }: NeedsContext,
): WhyNeeds {
  const question = questionOf(selection);
  if (!question) return {};
  const tests = testsOf(options);
  const isAsked = tests.length > 0 && options.of === questionKey(selection);
  return {
    first: settled(needWhy({ ...question, tests: [] })),
    ...(isAsked && { tested: settled(needWhy({ ...question, tests })) }),
    ...(isAsked &&
      typeof options.open === 'string' && {
        opened: settled(needTestRun({ ...question, tests, open: options.open })),
      }),
  };
}

/** Tests are of one question: another link or job begins anew. */
export function questionKey({ links, jobs, time }: Selection): string {
  if (links.length === 1) return `link ${links[0]} ${time?.join(' ') ?? ''}`;
  return jobs.length === 1 ? `job ${jobs[0]}` : `time ${time?.join(' ')}`;
}

import type { Answer } from '../answer.ts';
import type { Run } from '../run/read-run.ts';
import { decide } from './decide.ts';
import { type ExplainOptions, openInquiry } from './open-inquiry.ts';
import { reportOf } from './report.ts';
import { type TestOptions, testSuspects } from './test-suspects.ts';

/** Why a job, or a phase of it, took as long as it did: shares, tests and a verdict. */
export async function explainJob(
  run: Run,
  name: string,
  options: ExplainOptions & TestOptions = {},
): Promise<Answer> {
  const began = performance.now();
  const inquiry = await openInquiry(run, name, options);
  const tested = await testSuspects(inquiry, options);
  const seconds = (performance.now() - began) / 1000;
  return reportOf(inquiry, tested, decide(inquiry, tested), seconds);
}

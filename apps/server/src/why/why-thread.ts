import { type Inquiry, jobInquiry, linkInquiry, readLinkEvidence, readRecordedRun } from '@weft/cause';
import { type Frame, type Progress, textAt, textColumn, WeftError } from '@weft/model';
import { type Dataset, openDataset } from '@weft/store';
import { serveThread } from '@weft/threads';
import type { WhyQuestion, WhyTask } from './why-runner.ts';

/** The last question, with the tests that were done: the next test does not read the dataset again. */
let last: { key: string; inquiry: Inquiry } | null = null;

serveThread<WhyTask, Progress, Record<string, Frame>>(async (task, { signal, send }) => {
  const { tests, ...question } = task.question;
  const key = JSON.stringify([task.path, task.version, question]);
  if (last?.key !== key) last = { key, inquiry: await openInquiry(task) };
  const report = await last.inquiry.report(tests, { signal, onProgress: (progress) => void send(progress) });
  return { report: { rows: 1, columns: { json: textColumn([JSON.stringify(report)]) } } };
});

async function openInquiry({ path, question }: WhyTask): Promise<Inquiry> {
  const dataset = await openDataset(path, { threads: 1 });
  try {
    return await inquiryOf(dataset, question);
  } finally {
    await dataset.close();
  }
}

async function inquiryOf(dataset: Dataset, { link, job, phase, time }: WhyQuestion): Promise<Inquiry> {
  if (link !== undefined) return linkInquiry(await readLinkEvidence(dataset, String(link), time));
  if (job !== undefined) {
    const run = await readRecordedRun(dataset);
    return jobInquiry(run, textAt(run.jobs.columns.name, job) ?? `job ${job}`, phase);
  }
  throw new WeftError({
    code: 'BAD-QUESTION',
    message: 'the question names neither a link nor a job',
    advice: 'Name one of them.',
  });
}

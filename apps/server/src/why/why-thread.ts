import { type Inquiry, jobInquiry, linkInquiry, readLinkEvidence, readRecordedRun } from '@weft/cause';
import {
  type Frame,
  type Progress,
  queryColumns,
  textAt,
  textColumn,
  trafficMetric,
  WeftError,
} from '@weft/model';
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
  const fullest = time && (await fullestLink(dataset, time));
  if (fullest !== null) return linkInquiry(await readLinkEvidence(dataset, String(fullest), time));
  throw new WeftError({
    code: 'BAD-QUESTION',
    message: 'the question names neither a link nor a job, nor a time in which links carry something',
    advice: 'Name one of them.',
  });
}

/** The link with most bytes in a time range, of those between switches where there are any. */
async function fullestLink(dataset: Dataset, [from, to]: readonly [number, number]): Promise<number | null> {
  const isLoads = (dataset.manifest.tables.loads?.rows ?? 0) > 0;
  const metric = trafficMetric(dataset.manifest.metrics)?.name;
  if (!isLoads && metric === undefined) return null;
  const query = isLoads
    ? queryColumns('loads', ['link', 'bytes'], { where: endingIn(from, to) })
    : queryColumns('counters', ['link', 'value'], {
        where: [...endingIn(from, to), { op: 'in', column: 'metric', values: [metric ?? ''] }],
      });
  const network = await dataset.network();
  const sums = new Float64Array(network?.linkCount ?? 0);
  for await (const { rows, columns } of dataset.stream(query)) {
    const bytes = 'bytes' in columns ? columns.bytes : columns.value;
    for (let row = 0; row < rows; row++) sums[columns.link[row]] += bytes[row];
  }
  const isSwitch = (vertex: number) => network && textAt(network.vertices.kind, vertex) === 'switch';
  const between = [...sums.keys()].filter(
    (link) => network && isSwitch(network.links.src[link]) && isSwitch(network.links.dst[link]),
  );
  const among = between.length > 0 ? between : [...sums.keys()];
  const best = among.reduce((most, link) => (sums[link] > sums[most] ? link : most), among[0] ?? 0);
  return sums[best] > 0 ? best : null;
}

function endingIn(from: number, to: number) {
  return [{ op: 'range' as const, column: 'time', from: from + 1, to: to + 1 }];
}

import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import {
  type Inquiry,
  jobInquiry,
  jobNameOf,
  linkInquiry,
  machineOf,
  readLinkEvidence,
  readRun,
  writeChangedRun,
} from '@weft/cause';
import {
  hashText,
  type Progress,
  queryColumns,
  textAt,
  trafficMetric,
  WeftError,
  type WorkContext,
} from '@weft/model';
import { createDataset, type Dataset, openDataset } from '@weft/store';
import { serveThread } from '@weft/threads';
import type { WhyQuestion, WhyTask } from './why-runner.ts';

/** The last question, with the tests that were done: the next test does not read the dataset again. */
let last: { key: string; inquiry: Inquiry } | null = null;

serveThread<WhyTask, Progress, string>(async (task, { signal, send }) => {
  const { tests, open, ...question } = task.question;
  const key = JSON.stringify([task.path, task.version, question]);
  if (last?.key !== key) last = { key, inquiry: await openInquiry(task) };
  const context = { signal, onProgress: (progress: Progress) => void send(progress) };
  const report = await last.inquiry.report(tests, context);
  return open === undefined ? JSON.stringify(report) : writeRun(task, last.inquiry, open, context);
});

/** The run of a test as a dataset; it is written once. */
async function writeRun(
  { path, folder }: WhyTask,
  inquiry: Inquiry,
  words: string,
  context: WorkContext,
): Promise<string> {
  const changes = inquiry.changes(words);
  if (!changes) throw new WeftError({ code: 'UNKNOWN-TEST', message: `there is no test «${words}»` });
  const name = `${basename(path, '.weft')}-${words.replace(/[^A-Za-z0-9]+/g, '-').slice(0, 60)}`;
  const output = join(folder, `${name}-${hashText(path + JSON.stringify(changes)).toString(16)}.weft`);
  if (existsSync(output)) return output;
  const dataset = await openDataset(path, { threads: 1 });
  const writer = await createDataset(output);
  try {
    const machine = machineOf(await readRun(dataset, context.signal));
    await writer.finish(await writeChangedRun(machine, changes, dataset.manifest.name, writer, context));
  } catch (error) {
    await writer.abort();
    throw error;
  } finally {
    await dataset.close();
  }
  return output;
}

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
    const run = await readRun(dataset);
    return jobInquiry(run, jobNameOf(run, job), { phase, time });
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

import type { WorkContext } from '@weft/model';
import { decide } from '../explain/decide.ts';
import { type ExplainOptions, openInquiry } from '../explain/open-inquiry.ts';
import { reportOf } from '../explain/report.ts';
import { type Test, testSuspect } from '../explain/test-suspect.ts';
import { type Tested, testSuspects, whyHarmless, whyNotTested } from '../explain/test-suspects.ts';
import type { Inquiry as OpenInquiry } from '../inquiry.ts';
import { suspectKinds } from '../registry.ts';
import { answerHtml } from '../report/answer-html.ts';
import { answerMarkdown } from '../report/answer-markdown.ts';
import type { Run } from '../run/read-run.ts';
import type { Suspect, SuspectKind } from '../suspect.ts';
import type { Inquiry } from './link-inquiry.ts';

interface Listed {
  /** `other-job:0`: the kind, and its place among those of the kind. */
  readonly id: string;
  readonly kind: SuspectKind;
  readonly suspect: Suspect;
  readonly words: string;
}

/** A question about a job: shares at once, then test by test, or all by the rules of `weft explain`. */
export function jobInquiry(
  run: Run,
  job: string,
  part: Pick<ExplainOptions, 'phase' | 'time'> = {},
): Inquiry {
  let opened: { readonly inquiry: OpenInquiry; readonly listed: readonly Listed[] } | null = null;
  const done = new Map<string, Test>();
  return {
    changes: (words) => done.get(words)?.change ?? null,
    async report(tests, context) {
      if (!opened) {
        tell(context, 'repeating the run', 0, 0);
        const inquiry = await openInquiry(run, job, { ...part, signal: context.signal });
        opened = { inquiry, listed: await listSuspects(inquiry, context) };
      }
      const { inquiry, listed } = opened;
      const began = performance.now();
      const isAll = listed.every(({ id }) => tests.includes(id));
      const wanted = listed.filter(({ id }) => tests.includes(id));
      const tested = isAll
        ? await testAll(inquiry, listed.length, done, context)
        : await testSome(inquiry, listed, wanted, done, context);
      const seconds = (performance.now() - began) / 1000;
      const answer = reportOf(inquiry, tested, decide(inquiry, tested), seconds);
      return {
        answer,
        suspects: listed.map(({ id, words, suspect }) => ({ id, kind: suspect.kind, change: words })),
        markdown: answerMarkdown(answer),
        html: answerHtml(answer),
      };
    },
  };
}

/** Suspects of all kinds that can matter, in the order in which they are tested. */
async function listSuspects(inquiry: OpenInquiry, context: WorkContext): Promise<Listed[]> {
  const listed: Listed[] = [];
  for (const kind of suspectKinds) {
    if (whyNotTested(kind, inquiry, []) !== null) continue;
    for (const [at, suspect] of (await kind.find(inquiry, context)).entries()) {
      if (whyHarmless(suspect, inquiry, []) !== null) continue;
      listed.push({ id: `${kind.name}:${at}`, kind, suspect, words: kind.say(suspect, inquiry) });
    }
  }
  return listed;
}

async function testAll(
  inquiry: OpenInquiry,
  total: number,
  done: Map<string, Test>,
  context: WorkContext,
): Promise<Tested> {
  let count = 0;
  const onTest = ({ words }: Test) => tell(context, words, ++count, total);
  const tested = await testSuspects(inquiry, { signal: context.signal, done, onTest });
  context.signal?.throwIfAborted();
  return tested;
}

/** Those asked for; the rest counts as untested, so that nothing is proven yet. */
async function testSome(
  inquiry: OpenInquiry,
  listed: readonly Listed[],
  wanted: readonly Listed[],
  done: Map<string, Test>,
  context: WorkContext,
): Promise<Tested> {
  const failed: string[] = [];
  for (const [at, { kind, suspect, words }] of wanted.entries()) {
    if (done.has(words)) continue;
    tell(context, words, at, wanted.length);
    const test = await testSuspect(kind, suspect, inquiry, { signal: context.signal });
    context.signal?.throwIfAborted();
    if (typeof test === 'string') failed.push(`${words}: ${test}`);
    else done.set(words, test);
  }
  const left = listed.filter((one) => !wanted.includes(one)).map(({ words }) => `${words}: not asked for`);
  const tests = wanted.flatMap(({ words }) => done.get(words) ?? []);
  return { tests, untested: [...failed, ...left], cut: left.length > 0 };
}

function tell({ onProgress }: WorkContext, label: string, done: number, total: number): void {
  onProgress?.({ label, done, total, unit: 'steps' });
}

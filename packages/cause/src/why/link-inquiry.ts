import type { WorkContext } from '@weft/model';
import type { Change } from '../change.ts';
import { linkAnswer } from '../explain-link/explain-link.ts';
import type { TestedSuspect } from '../explain-link/judge-link.ts';
import type { LinkEvidence } from '../link/link-evidence.ts';
import type { LinkSuspect } from '../link/link-suspect.ts';
import { linkSuspects } from '../link-suspects/link-suspects.ts';
import { answerHtml } from '../report/answer-html.ts';
import { answerMarkdown } from '../report/answer-markdown.ts';
import type { WhyReport } from './why-report.ts';

/** A question that is tested suspect by suspect; what was tested once is kept. */
export interface Inquiry {
  /** The answer by the tests named; those of unknown suspects are left out. */
  report(tests: readonly string[], context: WorkContext): Promise<WhyReport>;
  /** What a test changes, by its words; null where there is no such test. */
  changes(words: string): readonly Change[] | null;
}

export function linkInquiry(evidence: LinkEvidence): Inquiry {
  const { suspects, untested } = linkSuspects(evidence);
  const promising = suspects.toSorted((a, b) => place(a) - place(b));
  const done = new Map<string, TestedSuspect>();
  return {
    changes: (words) => suspects.find(({ change }) => change === words)?.changes ?? null,
    async report(tests, { signal, onProgress }) {
      const wanted = suspects.filter(({ id }) => tests.includes(id));
      for (const [at, suspect] of wanted.entries()) {
        if (done.has(suspect.id)) continue;
        onProgress?.({ label: suspect.change, done: at, total: wanted.length, unit: 'steps' });
        await new Promise((resume) => setTimeout(resume, 0));
        signal?.throwIfAborted();
        done.set(suspect.id, { suspect, test: suspect.test() });
      }
      const tested = wanted.flatMap(({ id }) => done.get(id) ?? []);
      const left = suspects
        .filter(({ id }) => !tests.includes(id))
        .map(({ change }) => `${change}: not asked for`);
      const answer = linkAnswer(
        evidence,
        tested,
        { complete: left.length === 0, untested: [...left, ...untested] },
        0,
      );
      return {
        answer,
        suspects: promising.map(({ id, kind, change }) => ({ id, kind, change })),
        markdown: answerMarkdown(answer),
        html: answerHtml(answer),
      };
    },
  };
}

/** The order of the rules: a cable, a routing, a job. */
function place({ kind }: LinkSuspect): number {
  return ['missing', 'routing', 'job'].indexOf(kind);
}

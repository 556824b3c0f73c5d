import type { Answer } from '../answer.ts';
import { explainJob } from '../explain/explain.ts';

import { answerHtml } from '../report/answer-html.ts';
import { answerMarkdown } from '../report/answer-markdown.ts';
import type { Run } from '../run/read-run.ts';
import type { Inquiry } from './link-inquiry.ts';
import type { WhyReport } from './why-report.ts';

/** Suspects of a job depend on the tests before them: they are tested all together. */
const ALL = { id: 'all', kind: 'none', change: 'all suspects, one after the other' } as const;
const NOTHING_YET: WhyReport = { answer: null, suspects: [ALL], markdown: '', html: '' };

export function jobInquiry(run: Run, job: string, phase: number | undefined): Inquiry {
  let known: WhyReport | null = null;
  let tested: Answer['tests'] = [];
  return {
    changes: (words) => tested.find(({ change }) => change === words)?.changes ?? null,
    async report(tests, { signal, onProgress }) {
      if (!tests.includes(ALL.id)) return NOTHING_YET;
      let done = 0;
      const tell = (label: string) => onProgress?.({ label, done, total: 0, unit: 'steps' });
      tell('repeating the run');
      const onTest = ({ words }: { words: string }) => {
        done++;
        tell(words);
      };
      if (known) return known;
      const answer = await explainJob(run, job, {
        ...(phase === undefined ? {} : { phase }),
        signal,
        onTest,
      });
      tested = answer.tests;
      known = { answer, suspects: [ALL], markdown: answerMarkdown(answer), html: answerHtml(answer) };
      return known;
    },
  };
}

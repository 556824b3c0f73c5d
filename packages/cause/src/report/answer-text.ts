import type { Answer } from '../answer.ts';
import { answerTitle, SHARE_HEADER, shareCells, TEST_HEADER, testCells } from './answer-title.ts';

/** For a terminal: the sentences, then shares and tests as columns. */
export function answerText(answer: Answer, align: (rows: string[][], right: number[]) => string[]): string {
  const { text, shares, tests, untested, verdict } = answer;
  return [
    text[0],
    `${answerTitle(answer)} ${verdict.kind} (${verdict.confidence})`,
    ...text.slice(1),
    '',
    ...align([SHARE_HEADER, ...shares.map((share) => shareCells(answer, share))], [1, 2]),
    ...(tests.length > 0
      ? ['', ...align([TEST_HEADER, ...tests.map((test) => testCells(answer, test))], [1, 2, 3, 4])]
      : []),
    ...(untested.length > 0 ? ['', 'Untested:', ...untested.map((what) => `  ${what}`)] : []),
  ].join('\n');
}

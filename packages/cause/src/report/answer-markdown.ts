import type { Answer } from '../answer.ts';
import { answerTitle, SHARE_HEADER, shareCells, TEST_HEADER, testCells } from './answer-title.ts';

export function answerMarkdown(answer: Answer): string {
  const { text, shares, tests, untested, verdict } = answer;
  return [
    text[0],
    '',
    `# ${answerTitle(answer)}`,
    '',
    `**${verdict.kind}** (${verdict.confidence})`,
    '',
    ...text.slice(1).map((sentence) => `- ${sentence}`),
    '',
    ...table(
      SHARE_HEADER,
      shares.map((share) => shareCells(answer, share)),
    ),
    ...(tests.length > 0
      ? [
          '',
          ...table(
            TEST_HEADER,
            tests.map((test) => testCells(answer, test)),
          ),
        ]
      : []),
    ...(untested.length > 0 ? ['', 'Untested:', '', ...untested.map((what) => `- ${what}`)] : []),
    '',
  ].join('\n');
}

function table(header: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replace(/\|/g, '\\|')).join(' | ')} |`;
  return [line(header), line(header.map(() => '---')), ...rows.map(line)];
}

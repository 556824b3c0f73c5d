import { formatQuantity } from '@weft/model';
import type { Answer, CounterTest, Share } from '../answer.ts';

export function answerTitle({ question }: Answer): string {
  if ('link' in question) return `Why is ${question.from} → ${question.to} (link ${question.link}) full?`;
  return question.phase === undefined
    ? `Why is ${question.job} slow?`
    : `Why is phase ${question.phase} of ${question.job} slow?`;
}

export function shareCells({ target }: Answer, { cause, value, low, high }: Share): string[] {
  const percent = target.value === 0 ? '–' : `${((100 * value) / target.value).toFixed(1)} %`;
  const range =
    low === undefined || high === undefined
      ? ''
      : `${formatQuantity(low, target.unit)} – ${formatQuantity(high, target.unit)}`;
  return [cause, formatQuantity(value, target.unit), percent, range];
}

export function testCells(
  { target }: Answer,
  { change, before, after, saving, noise }: CounterTest,
): string[] {
  const sign = saving > 0 ? '−' : '+';
  return [
    change,
    formatQuantity(before, target.unit),
    formatQuantity(after, target.unit),
    `${sign}${Math.abs(100 * saving).toFixed(1)} %`,
    `±${(100 * noise).toFixed(1)} %`,
  ];
}

export const SHARE_HEADER = ['cause', 'amount', 'part', '95 % range'];
export const TEST_HEADER = ['test', 'before', 'after', 'change', 'noise'];

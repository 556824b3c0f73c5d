import { textAt } from '@weft/model';
import type { AnswerOf } from '../analysis.ts';
import type { linkErrors } from '../link-errors/link-errors.ts';

/** A link whose errors stand out. */
export interface ErrorLink {
  readonly link: number;
  readonly counter: string;
  readonly amount: number;
  readonly usual: number;
  readonly name: string;
}

/** Busy links wait without being broken. */
const WAITING = new Set(['xmit_wait', 'stalls', 'wait']);

export function errorLinks({ links: { rows, columns } }: AnswerOf<typeof linkErrors>): ErrorLink[] {
  const all = Array.from({ length: rows }, (_, row) => ({
    link: columns.link[row],
    counter: textAt(columns.counter, row) ?? '',
    amount: columns.amount[row],
    usual: columns.usual[row],
    name: `${textAt(columns.from, row) ?? '?'} → ${textAt(columns.to, row) ?? '?'}`,
  }));
  return all.filter(({ counter }) => !WAITING.has(counter));
}

import { textAt } from '@weft/model';
import type { AnswerOf } from '../analysis.ts';
import type { FindingPlace } from '../finding.ts';
import type { findings } from './findings-analysis.ts';

/** A finding as programs get it; a public contract: docs/findings.md. */
export interface ListedFinding {
  readonly kind: string;
  readonly text: string;
  readonly value: number;
  readonly unit: string;
  readonly where: FindingPlace;
}

/** The rows of an answer, most important first. */
export function listFindings({ findings: { rows, columns } }: AnswerOf<typeof findings>): ListedFinding[] {
  return Array.from({ length: rows }, (_, row) => ({
    kind: textAt(columns.kind, row) ?? '',
    text: textAt(columns.text, row) ?? '',
    value: columns.value[row],
    unit: textAt(columns.unit, row) ?? '',
    where: JSON.parse(textAt(columns.where, row) ?? '{}'),
  }));
}

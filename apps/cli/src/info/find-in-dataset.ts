import { findings, findingsParamsOf, openQueries } from '@weft/analysis';
import { textAt } from '@weft/model';
import type { Dataset } from '@weft/store';

/** A finding as `weft info --findings --json` prints it; a public contract: docs/findings.md. */
export interface PrintedFinding {
  readonly kind: string;
  readonly text: string;
  readonly value: number;
  readonly unit: string;
  readonly where: Readonly<Record<string, number | string>>;
}

/** What stands out in a dataset, most important first. */
export async function findInDataset(dataset: Dataset): Promise<PrintedFinding[]> {
  const params = findingsParamsOf(dataset.manifest);
  const open = openQueries(findings.needs(params), (query) => dataset.stream(query));
  const { rows, columns } = (await findings.runStreamed(open, params, {})).findings;
  return Array.from({ length: rows }, (_, row) => ({
    kind: textAt(columns.kind, row) ?? '',
    text: textAt(columns.text, row) ?? '',
    value: columns.value[row],
    unit: textAt(columns.unit, row) ?? '',
    where: JSON.parse(textAt(columns.where, row) ?? '{}'),
  }));
}

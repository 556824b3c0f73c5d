import { batchFromRows, networkTables, tables, textAt } from '@weft/model';
import { buildNetwork } from '@weft/network';
import { findings } from '../../src/index.ts';
import { runAnalysis, type SmallTables } from '../reference/run-analysis.ts';

export const CAPACITY = 1e9;
export const STEP = 60e9;
export const STEPS = 16;

export async function find(some: SmallTables, unit = 'B') {
  const answer = await runAnalysis(findings, some, { metric: 'data_sent', unit, interval: STEP });
  const { rows, columns } = answer.findings;
  return Array.from({ length: rows }, (_, row) => ({
    kind: textAt(columns.kind, row),
    text: textAt(columns.text, row) ?? '',
    value: columns.value[row],
    unit: textAt(columns.unit, row),
    where: JSON.parse(textAt(columns.where, row) ?? ''),
  }));
}

export const kindsOf = (found: readonly { kind: string | null }[]) => found.map(({ kind }) => kind);

export function fabric(family: string, params: object) {
  const network = buildNetwork(family, params);
  const { vertices, links } = networkTables(network);
  const capacity = new Float64Array(network.linkCount).fill(CAPACITY);
  return { network, vertices, links: { rows: links.rows, columns: { ...links.columns, capacity } } };
}

/** A percent or two of noise without randomness. */
export const wobble = (step: number, link: number) => 1000 + ((step * 7 + link * 13) % 31);

export function counters(links: number, bytes: (step: number, link: number) => number, steps = STEPS) {
  const rows = [];
  for (let step = 0; step < steps; step++) {
    for (let link = 0; link < links; link++) {
      rows.push({ time: (step + 1) * STEP, link, metric: 'data_sent', value: bytes(step, link) * 1e6 });
    }
  }
  return batchFromRows(tables.counters, rows);
}

import { formatExact, formatQuantity } from '@weft/model';
import { formatCsv } from '../../kit/export-picture.ts';
import type { TooltipContent } from '../../kit/tooltip.tsx';
import type { MatrixModel } from './matrix-geometry.ts';
import { finestPart, type MatrixCell, type MatrixColumn, type MatrixMeasure } from './matrix-model.ts';

/** What each measure calls its parts. */
interface MatrixWords {
  readonly column: MatrixColumn;
  readonly unit: string;
  readonly legend: string;
  readonly rows: string;
  readonly columns: string;
  /** Of the bars: what a row amounts to, and what a column does. */
  readonly byRow: string;
  readonly byColumn: string;
  readonly pairs: string;
}

const traffic = { rows: 'sending', columns: 'receiving', byRow: 'sent', byColumn: 'received' } as const;

export const matrixWords: Readonly<Record<MatrixMeasure, MatrixWords>> = {
  bytes: { ...traffic, column: 'amount', unit: 'B', legend: 'bytes per cell', pairs: 'Most bytes' },
  messages: {
    ...traffic,
    column: 'count',
    unit: 'count',
    legend: 'messages per cell',
    pairs: 'Most messages',
  },
  waiting: {
    column: 'amount',
    unit: 'ns',
    legend: 'waiting per cell',
    rows: 'late',
    columns: 'waiting',
    byRow: 'waited for',
    byColumn: 'waits',
    pairs: 'Longest waits',
  },
};

export function describeCell(
  model: MatrixModel,
  cell: MatrixCell,
  { x, y }: { readonly x: number; readonly y: number },
): TooltipContent {
  const [from, to] = [nameRanks(model, cell.senders), nameRanks(model, cell.receivers)];
  if (model.measure === 'waiting') {
    const lines = [
      { label: 'waited', value: formatExact(cell.amount, 'ns') },
      { label: 'in calls', value: formatExact(cell.count, 'count') },
    ];
    return { x, y, title: `${to} waits for ${from}`, lines: [...lines, ...totalLines(model, cell)] };
  }
  return {
    x,
    y,
    title: `${from} → ${to}`,
    lines: [
      { label: 'bytes', value: formatExact(cell.amount, 'B') },
      { label: 'messages', value: formatExact(cell.count, 'count') },
      ...(cell.count > 0
        ? [{ label: 'mean size', value: formatQuantity(cell.amount / cell.count, 'B') }]
        : []),
      ...totalLines(model, cell),
    ],
  };
}

function nameRanks({ data, order }: MatrixModel, [from, to]: readonly [number, number]): string {
  if (to - from === 1) return `rank ${data.rankAt[from]}`;
  if (order === 'rank') return `ranks ${from} to ${to - 1}`;
  return `${to - from} ranks from ${data.rankAt[from]} on`;
}

/** What single ranks sent and received in all. */
function totalLines({ data, measure }: MatrixModel, { senders, receivers }: MatrixCell) {
  if (senders[1] - senders[0] !== 1 || receivers[1] - receivers[0] !== 1) return [];
  const { column, unit, byRow } = matrixWords[measure];
  const sender = data.rankAt[senders[0]];
  const receiver = data.rankAt[receivers[0]];
  const sent = formatExact(data.sent[column][senders[0]], unit);
  const received = formatExact(data.received[column][receivers[0]], unit);
  if (measure === 'waiting') {
    return [
      { label: `${byRow} rank ${sender} in all`, value: sent },
      { label: `rank ${receiver} waits in all`, value: received },
    ];
  }
  return [
    { label: `rank ${sender} sent in all`, value: sent },
    { label: `rank ${receiver} received in all`, value: received },
  ];
}

export function describeMatrix({ data, window }: MatrixModel): string {
  const block = data.parts.at(-1)?.senders.block ?? 1;
  const shown = Math.min(Math.ceil(window.size), data.ranks).toLocaleString('en-US');
  const all = data.ranks.toLocaleString('en-US');
  const cells = block === 1 ? 'single ranks' : `blocks of ${block} ranks`;
  return `${shown === all ? all : `${shown} of ${all}`} ranks, ${cells}${data.refining ? ', refining …' : ''}`;
}

/** The cells of the finest part that hold anything, by their first and last ranks. */
function* matrixRows({ data }: MatrixModel): Generator<number[]> {
  const { senders, receivers, amount, count } = finestPart(data);
  for (let cell = 0; cell < amount.length; cell++) {
    if (count[cell] === 0) continue;
    const row = senders.from + Math.floor(cell / receivers.cells) * senders.block;
    const column = receivers.from + (cell % receivers.cells) * receivers.block;
    const ends = [row, Math.min(row + senders.block, senders.to) - 1];
    ends.push(column, Math.min(column + receivers.block, receivers.to) - 1);
    yield [...ends.map((position) => data.rankAt[position]), amount[cell], count[cell]];
  }
}

export function matrixCsv(model: MatrixModel): string {
  const waits = model.measure === 'waiting';
  const header = waits
    ? ['late_first', 'late_last', 'waiting_first', 'waiting_last', 'waited_ns', 'calls']
    : ['src_first', 'src_last', 'dst_first', 'dst_last', 'bytes', 'messages'];
  return formatCsv(header, matrixRows(model));
}

import type { Signal } from '@preact/signals';
import { formatExact, formatQuantity, textAt } from '@weft/model';
import { Choice } from '../../kit/view-root.tsx';
import type { PairFrames } from './link-detail-needs.ts';
import { roundShares } from './link-shares.ts';

export const pairsBy = ['pairs', 'calls'] as const;
export type PairsBy = (typeof pairsBy)[number];

/** Rows shown at once. */
const SHOWN = 20;

interface Row {
  readonly label: string;
  readonly messages: number;
  readonly bytes: number;
}

/** Below a job: its rank pairs or its calls over the link, with a rest that makes them equal to the job's bytes. */
export function PairList({
  pairs,
  job,
  whole,
  by: list,
}: {
  readonly pairs: PairFrames;
  readonly job: number;
  readonly whole: number;
  readonly by: Signal<PairsBy>;
}) {
  const by = list.value;
  const calls = callRows(pairs.calls, job);
  const rows = by === 'pairs' ? pairRows(pairs.pairs, job) : calls;
  const known = calls.reduce((sum, { bytes }) => sum + bytes, 0);
  const all = withRests(rows, known, whole);
  const percent = roundShares(all.map(({ bytes }) => bytes));
  return (
    <div class="link-pairs">
      <Choice
        label="Below the job"
        options={[
          ['pairs', 'Rank pairs'],
          ['calls', 'Calls'],
        ]}
        value={by}
        onChange={(next) => {
          list.value = next;
        }}
      />
      <table class="link-table" aria-label={by === 'pairs' ? 'Rank pairs' : 'Calls'}>
        <tbody>
          {all.map(({ label, messages, bytes }, at) => (
            <tr key={label}>
              <td>{label}</td>
              <td title={`${formatExact(messages, '')} messages`}>
                {messages > 0 ? `${formatQuantity(messages, 'count')}×` : ''}
              </td>
              <td title={formatExact(Math.round(bytes), 'B')}>{formatQuantity(bytes, 'B')}</td>
              <td>{percent[at]}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function pairRows({ columns }: PairFrames['pairs'], job: number): Row[] {
  const { src, dst } = columns;
  return rowsOf(columns, job, (row) => `rank ${src[row]} → ${dst[row]}`);
}

function callRows({ columns }: PairFrames['calls'], job: number): Row[] {
  const { call, tag } = columns;
  return rowsOf(columns, job, (row) => {
    const name = textAt(call, row) ?? 'message';
    return tag[row] >= 0 ? `${name}, tag ${tag[row]}` : name;
  });
}

interface SentColumns {
  readonly job: Int32Array;
  readonly messages: Float64Array;
  readonly bytes: Float64Array;
}

function rowsOf(
  { job: jobs, messages, bytes }: SentColumns,
  job: number,
  label: (row: number) => string,
): Row[] {
  const rows: Row[] = [];
  for (let row = 0; row < jobs.length; row++) {
    if (jobs[row] === job) rows.push({ label: label(row), messages: messages[row], bytes: bytes[row] });
  }
  return rows;
}

function withRests(rows: readonly Row[], known: number, whole: number): Row[] {
  const shown = rows.slice(0, SHOWN);
  const listed = shown.reduce((sum, { bytes }) => sum + bytes, 0);
  const all = [...shown];
  if (known > listed) all.push({ label: 'others', messages: 0, bytes: known - listed });
  if (whole > known) all.push({ label: 'not in messages of this time', messages: 0, bytes: whole - known });
  return all;
}

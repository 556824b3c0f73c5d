import { type Frame, formatExact, formatQuantity, type TextColumn, textAt } from '@weft/model';
import { useState } from 'preact/hooks';
import { Choice } from '../../kit/view-root.tsx';
import { roundShares } from './link-shares.ts';

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
}: {
  readonly pairs: Readonly<Record<string, Frame>>;
  readonly job: number;
  readonly whole: number;
}) {
  const [by, setBy] = useState<'pairs' | 'calls'>('pairs');
  const rows = rowsOf(by === 'pairs' ? pairs.pairs : pairs.calls, job, by);
  const known = rowsOf(pairs.calls, job, 'calls').reduce((sum, { bytes }) => sum + bytes, 0);
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
        onChange={setBy}
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

function rowsOf(frame: Frame, job: number, by: 'pairs' | 'calls'): Row[] {
  const { job: jobs, src, dst, tag, messages, bytes } = frame.columns as Record<string, Int32Array>;
  const call = frame.columns.call as TextColumn | undefined;
  const label = (row: number): string => {
    if (by === 'pairs') return `rank ${src[row]} → ${dst[row]}`;
    const name = (call && textAt(call, row)) ?? 'message';
    return tag[row] >= 0 ? `${name}, tag ${tag[row]}` : name;
  };
  const rows: Row[] = [];
  for (let row = 0; row < frame.rows; row++) {
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

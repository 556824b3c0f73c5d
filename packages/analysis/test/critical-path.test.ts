import { batchFromRows, type Frame, tables } from '@weft/model';
import { expect, it } from 'vitest';
import { findAnalysis } from '../src/index.ts';

const sent = { job: 0, src: 0, dst: 1, bytes: 8, tag: 0, comm: 0, call: null };
const inputs: Record<string, Frame> = {
  messages: batchFromRows(tables.messages, [
    { ...sent, id: 0, step: 0, send_start: 0, send_end: 10, recv_start: 0, recv_end: 20 },
    { ...sent, id: 1, step: 1, send_start: 30, send_end: 40, recv_start: 20, recv_end: 60 },
  ]),
  hops: batchFromRows(tables.hops, []),
  jobs: batchFromRows(tables.jobs, [{ id: 0, name: 'a', start: 0, end: 60, user: null, state: null }]),
};

async function partsWith(barriers: readonly number[], given = inputs): Promise<Frame> {
  const analysis = findAnalysis('critical-path')!;
  return (await analysis.run(given, analysis.params.parse({ barriers }), {})).parts;
}

function atSteps(first: number, second: number): Record<string, Frame> {
  const { messages } = inputs;
  return {
    ...inputs,
    messages: { ...messages, columns: { ...messages.columns, step: Int32Array.of(first, second) } },
  };
}

it('takes barriers at steps of any number, and any number of them', async () => {
  const none = await partsWith([]);
  expect(none.rows).toBeGreaterThan(0);
  expect(await partsWith([2 ** 31, 2 ** 32, 2 ** 53 - 1])).toEqual(none);
  expect(await partsWith(new Array(200_000).fill(7))).toEqual(none);
});

it('takes steps of any number', async () => {
  const near = await partsWith([1]);
  const far = await partsWith([2 ** 31 - 1], atSteps(0, 2 ** 31 - 1));
  expect(far.columns.step).not.toEqual(near.columns.step);
  for (const name of ['from', 'to', 'kind', 'rank']) expect(far.columns[name]).toEqual(near.columns[name]);
});

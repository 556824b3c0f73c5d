import { type Progress, WeftError } from '@weft/model';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AnsweringWork, readAnswer, writeAnswer } from '../src/index.ts';

const progress: Progress = { label: 'Half', done: 1, total: 2, unit: 'steps' };
const jobs = { rows: 2, columns: { id: Int32Array.of(7, 9) } };
const answerJobs: AnsweringWork = async (_signal, onProgress) => {
  onProgress(progress);
  return { jobs };
};

async function bytesOf(work: AnsweringWork): Promise<Uint8Array> {
  return new Uint8Array(await new Response(writeAnswer(work)).arrayBuffer());
}

async function* cut(bytes: Uint8Array, places: readonly number[]): AsyncGenerator<Uint8Array> {
  let from = 0;
  for (const to of [...places].sort((a, b) => a - b)) {
    yield bytes.subarray(from, to);
    from = to;
  }
  yield bytes.subarray(from);
}

describe('an answer', () => {
  it('reads the same wherever the network cuts it', async () => {
    const bytes = await bytesOf(answerJobs);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(bytes.length), { maxLength: 12 }), async (places) => {
        const told: Progress[] = [];
        const tables = await readAnswer(cut(bytes, places), (one) => told.push(one));
        expect(told).toEqual([progress]);
        expect(tables).toEqual({ jobs });
      }),
      { numRuns: 200 },
    );
  });

  it('has packets of a kind, a length and a payload', async () => {
    const bytes = await bytesOf(async () => ({}));
    expect([...bytes]).toEqual([4, 0, 0, 0, 0]);
  });

  it('carries the error of the work', async () => {
    const bytes = await bytesOf(async () => {
      throw new WeftError({ code: 'BOOM', message: 'it broke', advice: 'Mend it.' });
    });
    await expect(readAnswer(cut(bytes, []), () => {})).rejects.toMatchObject({
      code: 'BOOM',
      advice: 'Mend it.',
    });
  });

  it('that ends too early is noticed', async () => {
    const bytes = await bytesOf(answerJobs);
    const short = bytes.subarray(0, bytes.length - 6);
    await expect(readAnswer(cut(short, []), () => {})).rejects.toMatchObject({ code: 'ANSWER-CUT' });
  });

  it('that nobody reads any more cancels its work', async () => {
    let cancelled = false;
    const stream = writeAnswer(async (signal, onProgress) => {
      onProgress(progress);
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      cancelled = signal.aborted;
      return {};
    });
    await stream.cancel();
    await expect.poll(() => cancelled).toBe(true);
  });
});

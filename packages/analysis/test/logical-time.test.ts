import { createRandom } from '@weft/model';
import { describe, expect, it } from 'vitest';
import { commgram } from '../src/commgram/commgram.ts';
import { logicalSteps } from '../src/logical-time/logical-steps.ts';
import { rankLateness, stepTimes } from '../src/logical-time/step-times.ts';
import { binarySwap } from './reference/binary-swap.ts';
import { messagesFrame } from './reference/pipeline.ts';
import { runAnalysis, type SmallTables } from './reference/run-analysis.ts';

interface Timed {
  readonly src: number;
  readonly dst: number;
  readonly sent: number;
  readonly received: number;
}

function stepsOf(ranks: number, list: readonly Timed[]) {
  return logicalSteps({
    ranks,
    src: Int32Array.from(list, (m) => m.src),
    dst: Int32Array.from(list, (m) => m.dst),
    sent: Float64Array.from(list, (m) => m.sent),
    received: Float64Array.from(list, (m) => m.received),
  });
}

describe('logical time', () => {
  it('counts the messages a message had to wait for', () => {
    //  rank 0: send a ......................... receive c
    //  rank 1: ......... receive a, send b
    //  rank 2: send d .......................... receive b, send c
    const { steps, count, broken } = stepsOf(3, [
      { src: 0, dst: 1, sent: 0, received: 10 },
      { src: 1, dst: 2, sent: 11, received: 20 },
      { src: 2, dst: 0, sent: 21, received: 30 },
      { src: 2, dst: 1, sent: 1, received: 40 },
    ]);
    expect([...steps]).toEqual([0, 1, 2, 0]);
    expect([count, broken]).toEqual([3, 0]);
  });

  it('does not care about the clocks of other ranks', () => {
    const skew = [0, -5000, 700, 90_000, 3, -20, 1e6, 44];
    const list = binarySwap(8, 64).map(({ src, dst, time }) => ({
      src,
      dst,
      sent: time + skew[src],
      received: time + 10 + skew[dst],
    }));
    const { steps, broken } = stepsOf(8, list);
    expect([...steps]).toEqual(binarySwap(8, 64).map((edge) => edge.stage));
    expect(broken).toBe(0);
  });

  it('goes on when receives seem to come before their sends', () => {
    const { steps, broken } = stepsOf(2, [
      { src: 0, dst: 1, sent: 10, received: 1 },
      { src: 1, dst: 0, sent: 10, received: 1 },
    ]);
    expect(broken).toBe(1);
    expect([...steps].every((step) => step >= 0)).toBe(true);
    expect(stepsOf(1, []).count).toBe(0);
  });

  it('gives steps times that never go back', () => {
    const times = stepTimes(Int32Array.of(0, 0, 1, 2), Float64Array.of(10, 20, 5, 40), 3);
    expect([...times]).toEqual([15, 15, 40]);
  });

  it('says how late each rank is in each step', () => {
    const late = rankLateness(
      Int32Array.of(0, 0, 0, 1),
      Int32Array.of(1, 0, 0, 1),
      Float64Array.of(4, 1, 9, 30),
      2,
      2,
    );
    expect([...late.step]).toEqual([0, 0, 1]);
    expect([...late.rank]).toEqual([0, 1, 1]);
    expect([...late.lateness]).toEqual([5, 0, 0]);
  });

  /** Swap after swap; each rank goes on when its stage is done, after a delay of its own. */
  function swapFrames(frames: number, delay: (src: number) => number) {
    const ready: number[] = Array.from({ length: 16 }, (_, rank) => (rank < 8 ? 0 : 25_000));
    const edges = Array.from({ length: frames }, () => binarySwap(16, 1024)).flat();
    const sent: number[] = [];
    const received: number[] = [];
    for (let at = 0; at < edges.length; at += 16) {
      const before = [...ready];
      for (const { src, dst } of edges.slice(at, at + 16)) {
        sent.push(before[src]);
        received.push(Math.max(before[src], before[dst]) + 10);
        ready[src] = Math.max(before[src], before[dst]) + delay(src);
      }
    }
    const columns = { send_start: Float64Array.from(sent), recv_end: Float64Array.from(received) };
    const plain = messagesFrame(edges);
    return { rows: plain.rows, columns: { ...plain.columns, ...columns } };
  }

  it('finds the stages of a swap that imbalance has smeared over each other', async () => {
    const messages = swapFrames(1, (src) => 5000 + 100 * (src % 3));
    const sizes = async (timeModel: 'physical' | 'logical') => {
      const { phases } = await runAnalysis(commgram, { messages }, { phases: 4, communities: 8, timeModel });
      return [...phases.columns.messages];
    };
    expect(await sizes('logical')).toEqual([16, 16, 16, 16]);
    expect(await sizes('physical')).not.toEqual([16, 16, 16, 16]);
  });

  it('is chosen where only it shows that phases come again', async () => {
    const random = createRandom('delay');
    const summary = async (messages: SmallTables['messages'], phases: number) => {
      const { columns } = (await runAnalysis(commgram, { messages }, { phases, communities: 8 })).summary;
      return { logical: columns.logical[0], period: columns.period[0] };
    };
    const smeared = swapFrames(3, () => 1000 + random.below(20_000));
    expect(await summary(smeared, 12)).toEqual({ logical: 1, period: 4 });
    const once = swapFrames(1, () => 1000 + random.below(20_000));
    expect(await summary(once, 4)).toEqual({ logical: 0, period: 0 });
    const edges = Array.from({ length: 3 }, () => binarySwap(16, 1024)).flat();
    const inTime = messagesFrame(edges.map((edge, at) => ({ ...edge, time: Math.floor(at / 16) * 1000 })));
    expect(await summary(inTime, 12)).toEqual({ logical: 0, period: 4 });
  });
});

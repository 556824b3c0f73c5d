import { setTimeout as sleep } from 'node:timers/promises';
import { beginNativeWork, WeftError } from '@weft/model';
import { serveThread } from '../src/index.ts';

export interface EchoTask {
  readonly say?: string;
  /** Numbers below it are sent one by one. */
  readonly count?: number;
  readonly act?: 'native' | 'spin' | 'wait' | 'fail' | 'die' | 'fill' | 'wear';
  /** So many times 64 MiB are held at once. */
  readonly buffers?: number;
  /** Where native work says that it has ended. */
  readonly ended?: Int32Array;
}

export interface EchoReply {
  readonly said: string | undefined;
  /** Tasks this thread has had. */
  readonly tasks: number;
}

/** Milliseconds that no signal makes shorter. */
const NATIVE_WORK = 300;

let tasks = 0;
let isWorn = false;

serveThread<EchoTask, Float64Array, EchoReply>(
  async ({ say, count = 0, act, buffers = 0, ended }, { signal, send }) => {
    tasks++;
    isWorn ||= act === 'wear';
    for (let at = 0; at < count; at++) await send(Float64Array.of(at));
    if (act === 'native' && ended) {
      const end = beginNativeWork();
      await send(Float64Array.of(0));
      await sleep(NATIVE_WORK);
      Atomics.store(ended, 0, 1);
      end();
      await new Promise(() => {});
    }
    if (act === 'spin') for (;;) Math.sqrt(2);
    if (act === 'wait') await new Promise((_, reject) => signal.addEventListener('abort', reject));
    if (act === 'fill') for (const filling: number[] = []; ; ) filling.push(filling.length / 3);
    const held = Array.from({ length: buffers }, () => new Uint8Array(2 ** 26).fill(1));
    if (held.length !== buffers) throw new Error('held less');
    if (act === 'die') process.exit(3);
    if (act === 'fail') throw new WeftError({ code: 'BROKEN', message: 'as asked', file: 'x', offset: 7 });
    return { said: say, tasks };
  },
  { isSpent: () => isWorn },
);

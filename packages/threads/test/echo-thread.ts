import { WeftError } from '@weft/model';
import { serveThread } from '../src/index.ts';

export interface EchoTask {
  readonly say?: string;
  /** Numbers below it are sent one by one. */
  readonly count?: number;
  readonly act?: 'spin' | 'wait' | 'fail' | 'die' | 'fill' | 'wear';
  /** So many times 64 MiB are held at once. */
  readonly buffers?: number;
}

export interface EchoReply {
  readonly said: string | undefined;
  /** Tasks this thread has had. */
  readonly tasks: number;
}

let tasks = 0;
let isWorn = false;

serveThread<EchoTask, Float64Array, EchoReply>(
  async ({ say, count = 0, act, buffers = 0 }, { signal, send }) => {
    tasks++;
    isWorn ||= act === 'wear';
    for (let at = 0; at < count; at++) await send(Float64Array.of(at));
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

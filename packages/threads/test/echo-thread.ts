import { WeftError } from '@weft/model';
import { serveThread } from '../src/index.ts';

export interface EchoTask {
  readonly say?: string;
  /** Numbers below it are sent one by one. */
  readonly count?: number;
  readonly act?: 'spin' | 'wait' | 'fail' | 'die';
}

export interface EchoReply {
  readonly said: string | undefined;
  /** Tasks this thread has had. */
  readonly tasks: number;
}

let tasks = 0;

serveThread<EchoTask, Float64Array, EchoReply>(async ({ say, count = 0, act }, { signal, send }) => {
  tasks++;
  for (let at = 0; at < count; at++) await send(Float64Array.of(at));
  if (act === 'spin') for (;;) Math.sqrt(2);
  if (act === 'wait') await new Promise((_, reject) => signal.addEventListener('abort', reject));
  if (act === 'die') process.exit(3);
  if (act === 'fail') throw new WeftError({ code: 'BROKEN', message: 'as asked', file: 'x', offset: 7 });
  return { said: say, tasks };
});

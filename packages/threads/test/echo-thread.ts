import { WeftError } from '@weft/model';
import { serveTasks } from '../src/index.ts';

let tasks = 0;

serveTasks(async (input: { say?: string; spin?: boolean; fail?: boolean; die?: boolean }, context) => {
  tasks++;
  context.onProgress?.({ label: 'working', done: tasks, total: 0, unit: 'steps' });
  if (input.spin) for (;;) Math.sqrt(2);
  if (input.die) process.exit(3);
  if (input.fail) throw new WeftError({ code: 'BROKEN', message: 'as asked', file: 'x', offset: 7 });
  return { said: input.say, tasks };
});

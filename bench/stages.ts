import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { importFiles, type StageRunner } from '@weft/readers';
import { createDataset, openDataset } from '@weft/store';
import { makeTrace } from './make-trace.ts';
import { measureCommand } from './measure-command.ts';

const weft = fileURLToPath(new URL('../apps/cli/bin/weft.js', import.meta.url));
const TRACE_BYTES = Number(process.env.WEFT_BENCH_BYTES ?? 1.2e9);
const SLICE_BYTES = 300e6;
const ROUNDS = 2;

/** The same trace by one process and by the tasks of its stages, one after the other, as processor time. */
export async function run(): Promise<void> {
  const scratch = mkdtempSync(join(tmpdir(), 'weft-bench-'));
  try {
    const trace = join(scratch, 'trace');
    const bytes = makeTrace(scratch, trace, TRACE_BYTES);
    execFileSync('sync');
    for (let round = 0; round < ROUNDS; round++) {
      const whole = join(scratch, 'whole.weft');
      const alone = await measureCommand(process.execPath, [weft, 'import', trace, '-o', whole, '--force']);
      const staged = await importInStages(trace, join(scratch, 'staged.weft'));
      const ratio = (staged.cpuSeconds / alone.cpuSeconds).toFixed(2);
      const perMessage = (staged.operationBytes / (await messagesOf(whole))).toFixed(1);
      console.log(
        `${(bytes / 1e6).toFixed(0)} MB: one process ${alone.cpuSeconds.toFixed(1)} CPU s; ${staged.tasks} tasks and their driver ${staged.cpuSeconds.toFixed(1)} CPU s, ${ratio} x; ${perMessage} B of operations a message; a task takes ${(staged.memory / 1e6).toFixed(0)} MB`,
      );
      const same = (await messagesOf(join(scratch, 'staged.weft'))) === (await messagesOf(whole));
      console.log(`  messages: ${same ? 'the same' : 'NOT THE SAME'}`);
      rmSync(join(scratch, 'staged.weft'), { recursive: true, force: true });
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function importInStages(trace: string, dataset: string) {
  const total = { cpuSeconds: 0, memory: 0, tasks: 0, operationBytes: 0 };
  const elsewhere: StageRunner = {
    sliceBytes: SLICE_BYTES,
    run: async ({ folder, stage, tasks }) => {
      for (const task of tasks) {
        const args = [weft, 'stage', folder, stage, String(task)];
        const { cpuSeconds, memory } = await measureCommand(process.execPath, args);
        total.cpuSeconds += cpuSeconds;
        total.memory = Math.max(total.memory, memory);
        total.tasks++;
      }
      if (stage === 'decode') total.operationBytes = await operationBytes(folder);
    },
  };
  const before = process.cpuUsage();
  const writer = await createDataset(dataset, { shared: 'new' });
  const { facts } = await importFiles([trace], writer, { elsewhere });
  await writer.finish(facts);
  const own = process.cpuUsage(before);
  total.cpuSeconds += (own.user + own.system) / 1e6;
  return total;
}

async function operationBytes(folder: string): Promise<number> {
  const names = (await readdir(folder)).filter((name) => name.startsWith('operations-'));
  return names.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
}

async function messagesOf(path: string): Promise<number> {
  const dataset = await openDataset(path);
  try {
    return dataset.manifest.tables.messages?.rows ?? 0;
  } finally {
    await dataset.close();
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await run();

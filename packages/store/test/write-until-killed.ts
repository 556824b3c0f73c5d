// Run as a child process: writes a dataset of several row groups, slowly enough to be killed in the middle.
import { type Batch, constantText, type Tables } from '@weft/model';
import { createDataset } from '@weft/store';

const [path, batches, overwrite] = process.argv.slice(2);
const ROWS = 150_000;

const writer = await createDataset(path as string, { overwrite: overwrite === 'overwrite' });
process.stdout.write('writing\n');
try {
  for (let index = 0; index < Number(batches); index++) await writer.write('counters', counters(index));
  await writer.finish({ title: 'killed or not', interval: 1 });
  process.stdout.write('done\n');
} catch (error) {
  process.stdout.write(`${(error as { code: string }).code}\n`);
  await writer.abort();
  process.exitCode = 1;
}

function counters(index: number): Batch<Tables['counters']> {
  return {
    rows: ROWS,
    columns: {
      time: new Float64Array(ROWS).fill(index + 1),
      link: Int32Array.from({ length: ROWS }, (_, link) => link),
      metric: constantText('xmit', ROWS),
      value: Float64Array.from({ length: ROWS }, (_, link) => Math.sin(link + index)),
    },
  };
}

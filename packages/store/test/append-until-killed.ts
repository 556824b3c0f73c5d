import { appendToDataset } from '../src/index.ts';

/** Appends samples of one row, numbered by their value, and says each that lasts, until it is killed. */
const appender = await appendToDataset(process.argv[2]);
for (let sample = appender.manifest.tables.counters?.rows ?? 0; ; sample++) {
  const rows = {
    rows: 1,
    columns: {
      time: Float64Array.of(sample),
      link: Int32Array.of(0),
      metric: { codes: Int32Array.of(0), dictionary: ['data_sent'] },
      value: Float64Array.of(sample),
    },
  };
  await appender.append([rows], { timeRange: [0, sample] });
  process.stdout.write(`${sample}\n`);
}

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { CounterWatch } from '@weft/fabric';
import { MANIFEST_VERSION, type Manifest, NetworkBuilder } from '@weft/model';
import { afterAll, expect, test } from 'vitest';
import { watchLoop } from '../../src/watch/watch-loop.ts';

const folder = mkdtempSync(join(tmpdir(), 'weft-watch-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const PORTS = 200;
const SECONDS = 7200;
const START = 1_700_000_000;

function star() {
  const builder = new NetworkBuilder();
  const top = builder.addVertex({ kind: 'switch', name: 'top' });
  for (let port = 1; port <= PORTS; port++) {
    const host = builder.addVertex({ kind: 'host', name: `node${port}` });
    builder.addCable({ from: host, to: top, fromPort: 1, toPort: port });
  }
  return builder.build();
}

const noLids = {
  lid: new Int32Array(0),
  vertex: new Int32Array(0),
  port: new Int32Array(0),
  guid: { codes: new Int32Array(0), dictionary: [] },
};

const manifest: Manifest = {
  format: 'weft',
  version: MANIFEST_VERSION,
  name: 'site',
  title: 'site',
  description: '',
  created: '',
  generator: '',
  origin: null,
  timeRange: null,
  interval: null,
  metrics: [],
  network: null,
  provenance: [],
  diagnostics: [],
  tables: {},
};

/** What is left in memory when what is unused has gone. */
function bytesHeld(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** Two hours by a clock that only sleeping moves; of the samples that fail, none is written. */
test('two hours of samples every second on 200 ports, with failures and a slow sample', {
  timeout: 120_000,
}, async () => {
  const watch = new CounterWatch(star(), noLids, manifest);
  const path = join(folder, 'sample.csv');
  let clock = START * 1000;
  let total = 0;
  let last: readonly [number, number] | null = null;
  const failures: unknown[] = [];
  const held: number[] = [];
  await watchLoop(
    {
      sample: async () => {
        const second = Math.round(clock / 1000) - START;
        if (second === 100) throw new Error('the sampler failed');
        if (second === 200) clock += 2500;
        const rows = Array.from(
          { length: PORTS },
          (_, port) => `${clock / 1000},node${port + 1},1,${second * (port + 1)}`,
        );
        writeFileSync(path, `time,node,port,PortXmitPkts\n${rows.join('\n')}\n`);
        return [{ file: { path, origin: path, size: 1 }, time: clock / 1000 }];
      },
      read: (file, time) => watch.read(file, time),
      append: async (batches, { timeRange }) => {
        for (const { columns } of batches) total += columns.value.reduce((sum, value) => sum + value, 0);
        last = timeRange;
      },
      now: () => clock,
      sleep: async (milliseconds) => {
        clock += milliseconds;
      },
      onFailure: (error) => failures.push(error),
      onSample: (samples) => {
        if (samples === 1000 || samples === SECONDS - 3) held.push(bytesHeld());
      },
    },
    1000,
    SECONDS - 3,
    new AbortController().signal,
  );
  const perSecond = (PORTS * (PORTS + 1)) / 2;
  expect(failures.length).toBe(1);
  expect(held[1] - held[0]).toBeLessThan(8e6);
  expect(last).toEqual([1e9, (SECONDS - 1) * 1e9]);
  expect(total).toBe(perSecond * (SECONDS - 1));
});

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type CommgramJson,
  commgramJson,
  commgramNeeds,
  commgramParams,
  createCommgramSession,
  openQueries,
  readCommgramModel,
} from '@weft/analysis';
import { batchFromRows, NONE, tables } from '@weft/model';
import { importFiles } from '@weft/readers';
import { createDataset, openDataset } from '@weft/store';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { main } from '../src/main.ts';

const folder = mkdtempSync(join(tmpdir(), 'weft-commgram-'));
const [swap, empty, nowhere, pipeline] = ['swap', 'empty', 'nowhere', 'pipeline'].map((name) =>
  join(folder, `${name}.weft`),
);

const fixture = fileURLToPath(new URL('../../../fixtures/dumpi/pipeline64', import.meta.url));

afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeAll(async () => {
  const stages = [0, 1, 2, 0, 1, 2];
  const rows = stages.flatMap((stage, at) =>
    [...Array(8).keys()].map((src) => ({
      id: 8 * at + src,
      job: 4,
      src,
      dst: src ^ (1 << stage),
      bytes: 1024 >> stage,
      tag: NONE,
      comm: NONE,
      call: src % 2 ? 'MPI_Isend' : 'MPI_Send',
      send_start: 1000 * at,
      send_end: NONE,
      recv_start: NONE,
      recv_end: 1000 * at + 10,
    })),
  );
  const writer = await createDataset(swap);
  await writer.write('messages', batchFromRows(tables.messages, rows));
  await writer.write('ranks', batchFromRows(tables.ranks, [{ job: 4, rank: 9, host: NONE }]));
  await writer.finish({ title: 'Binary swap, twice' });
  const trace = await createDataset(pipeline);
  await trace.finish((await importFiles([fixture], trace, {})).facts);
  const nothing = await createDataset(empty);
  await nothing.finish({ title: 'Nothing' });
});

const blank = {
  job: 0,
  tag: NONE,
  comm: NONE,
  call: 'MPI_Send',
  send_end: NONE,
  recv_start: NONE,
};

/** In this process: a new one for each of these would take most of the time. */
async function run(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const texts = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    vi.spyOn(process[name], 'write').mockImplementation((text, ...rest) => {
      texts[name] += text;
      const done = rest.at(-1);
      if (typeof done === 'function') (done as () => void)();
      return true;
    });
  }
  vi.spyOn(console, 'error').mockImplementation((text) => {
    texts.stderr += text;
  });
  try {
    const code = await main(['commgram', ...args]);
    return { code, ...texts };
  } finally {
    vi.restoreAllMocks();
  }
}

async function json(...args: string[]): Promise<CommgramJson> {
  const { stdout, stderr } = await run(...args, '--json');
  expect(stderr).toBe('');
  return JSON.parse(stdout) as CommgramJson;
}

test('JSON of phases, communities, differences, heights and patterns', async () => {
  const result = await json(swap, '--phases', '6', '--communities', '5');
  expect(Object.keys(result)).toEqual(['phases', 'differences', 'moved', 'heights', 'patterns', 'sequences']);
  expect(result.phases).toHaveLength(6);
  expect(result.phases[0]).toEqual({
    start: 0,
    end: 10,
    messages: 8,
    bytes: 8192,
    communities: [[0, 1, 8], [2, 3], [4, 5], [6, 7], [9]],
  });
  expect(result.phases.map((phase) => phase.communities.flat().sort((a, b) => a - b))).toEqual(
    Array(6).fill([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]),
  );
  expect(result.differences).toEqual([8, 8, 8, 8, 8]);
  expect(result.moved).toEqual([4, 4, 4, 4, 4]);
  expect(result.heights).toEqual([0, 8, 16, 8, 16, 8]);
  expect(result.patterns).toEqual([
    [0, 3],
    [1, 4],
    [2, 5],
  ]);
  const places = [
    [0, 2],
    [3, 5],
  ];
  expect(result.sequences).toEqual([{ name: 'pa1', places }]);
});

test('without numbers communities have members; fewer phases than asked for are explained', async () => {
  const { phases } = await json(swap);
  expect(phases.map(({ communities }) => communities.length)).toEqual(Array(6).fill(3));
  const { stdout, stderr } = await run(pipeline, '--phases', '40');
  expect(stdout).toMatch(/^30 phases by logical time/);
  expect(stderr).toBe('40 phases were asked for: logical time has 30 steps. --time clock cuts by the clock.');
  expect(stdout).toContain('Sequences of phases that come again:\npa1');
});

test('calls that nothing was sent by are named', async () => {
  const { code, stderr } = await run(swap, '--calls', 'Isned,MPI_Send');
  expect(code).toBe(2);
  expect(stderr).toContain('nothing here is called "Isned"');
  expect(stderr).toContain('The calls of this dataset are MPI_Isend, MPI_Send.');
});

test('zoom, calls and logical time', async () => {
  const zoomed = await json(swap, '--phases', '2', '--within', '3:1');
  expect(zoomed.phases.map((phase) => phase.messages)).toEqual([8, 8]);
  const sends = await json(swap, '--calls', 'MPI_Send', '--phases', '1');
  expect(sends.phases[0]?.messages).toBe(24);
  const logical = await json(swap, '--time', 'logical', '--phases', '6');
  expect(logical.phases.map((phase) => phase.messages)).toEqual([8, 8, 8, 8, 8, 8]);
});

test('a real pipeline is seen as one: logical time where the clock shows no period (CG-39)', async () => {
  const { stdout } = await run(pipeline);
  expect(stdout).toMatch(/^30 phases by logical time, 64 ranks, 7 patterns, period 10 phases\n/);
  const { phases, heights, patterns, time } = await json(pipeline, '--communities', '18');
  expect(time).toBe('logical');
  for (const at of [0, 10, 20]) {
    // A long level of four halo exchanges ...
    expect(heights.slice(at, at + 4)).toEqual(Array(4).fill(heights[at]));
    expect(phases.slice(at, at + 4).map(({ messages }) => messages)).toEqual(Array(4).fill(288));
    expect(Math.abs(heights[at])).toBeLessThan(10);
    // ... then six stages of a binary swap, away from it, of 64 messages that halve.
    for (let stage = 4; stage < 10; stage++) {
      const { messages, bytes } = phases[at + stage];
      expect([messages, bytes]).toEqual([64, 2 ** (21 - (stage - 4)) * 4]);
      expect(Math.abs(heights[at + stage] - heights[at])).toBeGreaterThan(15);
    }
  }
  expect(patterns).toEqual([
    [0, 1, 2, 3, 10, 11, 12, 13, 20, 21, 22, 23],
    ...[4, 5, 6, 7, 8, 9].map((stage) => [stage, stage + 10, stage + 20]),
  ]);
  expect(await json(pipeline, '--time', 'clock')).not.toHaveProperty('time');
});

test('text for people, empty datasets, wrong use', async () => {
  const { stdout } = await run(swap, '--phases', '6', '--communities', '4');
  expect(stdout).toMatch(/^6 phases, 10 ranks, 3 patterns, period 3 phases\n/);
  expect(stdout).toMatch(/^t3 +3\u00a0µs +10\u00a0ns +8 +8\.19\u00a0kB +4 +8 +k1$/m);
  expect(await json(empty)).toEqual({
    phases: [],
    differences: [],
    moved: [],
    heights: [],
    patterns: [],
    sequences: [],
  });
  expect((await run(swap, '--phases', 'x')).code).toBe(2);
  expect((await run(swap, '--within', '3:3')).code).toBe(2);
  expect((await run(nowhere)).code).toBe(1);
});

test('the same bytes, whatever the number of threads that import and read', async () => {
  const outputs = new Set<string>();
  for (const threads of [1, 3]) {
    const path = join(folder, `threads-${threads}.weft`);
    const writer = await createDataset(path);
    await writer.finish((await importFiles([fixture], writer, { threads })).facts);
    for (const readers of [1, 4]) {
      const dataset = await openDataset(path, { threads: readers });
      const params = commgramParams.parse({});
      const open = openQueries(commgramNeeds(params), (query) => dataset.stream(query));
      const model = await readCommgramModel(open, params, 30);
      await dataset.close();
      const commgram = createCommgramSession(model).cut({ phases: 30, communities: 18 });
      outputs.add(JSON.stringify(commgramJson(commgram, model.timeModel)));
    }
  }
  expect(outputs.size).toBe(1);
});

test('sensible answers for odd traces: one message, one rank, one instant, a silent rank', async () => {
  const one = { src: 0, dst: 1, bytes: 8, time: 5 };
  const ring = [0, 1, 2, 3].map((src) => ({ ...one, src, dst: (src + 1) % 4 }));
  const phases = async (name: string, list: readonly (typeof one)[], ranks: number, ...args: string[]) => {
    const path = join(folder, `${name}.weft`);
    const writer = await createDataset(path);
    const rows = list.map(({ time, ...message }, id) => ({
      ...blank,
      ...message,
      id,
      send_start: time,
      recv_end: time,
    }));
    await writer.write('messages', batchFromRows(tables.messages, rows));
    const last = { job: 0, rank: ranks - 1, host: NONE };
    await writer.write('ranks', batchFromRows(tables.ranks, [last]));
    await writer.finish({ title: name });
    const file = join(folder, `${name}.svg`);
    const { code, stdout } = await run(path, '--json', '-o', file, ...args);
    expect(code).toBe(0);
    for (const text of [stdout, readFileSync(file, 'utf8')])
      expect(text).not.toMatch(/NaN|Infinity|undefined/);
    return (JSON.parse(stdout) as CommgramJson).phases;
  };
  expect(await phases('one', [one], 2)).toEqual([
    { start: 5, end: 5, messages: 1, bytes: 8, communities: [[0, 1]] },
  ]);
  expect(await phases('alone', [{ ...one, dst: 0 }], 1)).toEqual([
    { start: 5, end: 5, messages: 1, bytes: 8, communities: [[0]] },
  ]);
  const instant = await phases('instant', ring, 4, '--phases', '3');
  expect(instant.map(({ messages }) => messages)).toEqual([2, 1, 1]);
  const silent = await phases('silent', ring, 6, '--phases', '1', '--communities', '2');
  expect(silent[0].communities.flat().sort()).toEqual([0, 1, 2, 3, 4, 5]);
  expect(silent[0].communities).toHaveLength(2);
});

test('-o draws ribbons and curve as SVG', async () => {
  const file = join(folder, 'swap.svg');
  const { code, stdout } = await run(swap, '--phases', '6', '--communities', '4', '-o', file);
  expect([code, stdout.trim()]).toEqual([0, `wrote ${file}`]);
  const svg = readFileSync(file, 'utf8');
  expect(svg).toContain('<title>Binary swap, twice</title>');
  for (const text of ['t0', 't5', 'k1', 'bytes of a ribbon']) expect(svg).toContain(`>${text}<`);
  expect(svg).not.toContain('NaN');
  expect((await run(empty, '-o', file)).code).toBe(0);
  expect(readFileSync(file, 'utf8')).toContain('</svg>');
});

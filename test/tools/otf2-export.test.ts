import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { textAt } from '@weft/model';
import { openDataset } from '@weft/store';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { main } from '../../apps/cli/src/main.ts';
import { ArchiveWriter, region } from '../../packages/readers/test/otf2/archive-writer.ts';
import { requireCommands } from './debian-packages.ts';

const fixtures = fileURLToPath(new URL('../../fixtures/', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'weft-otf2-export-'));

beforeAll(() => requireCommands(['otf2-print'], ['otf2-tools']));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Sorted lines of an event as otf2-print shows it: location, time, peer, tag, bytes. */
function printed(text: string, event: RegExp, peer: string): string[] {
  const fields = new RegExp(`^(\\S+)\\s+(\\d+)\\s+(\\d+)\\s+${peer}: (\\d+) .*Tag: (\\d+), Length: (\\d+)`);
  return text
    .split('\n')
    .filter((line) => event.test(line))
    .map((line) => (fields.exec(line) ?? []).slice(2).join(' '))
    .sort();
}

it.each([
  ['dumpi/bswap8', 24],
  ['otf2/p-bswap8', 48],
])('otf2-print lists every message of %s as the dataset has it', async (name, messages) => {
  const dataset = join(folder, `${name.replace('/', '-')}.weft`);
  const archive = join(folder, `${name.replace('/', '-')}-otf2`);
  expect(await main(['import', join(fixtures, name), '-o', dataset])).toBe(0);
  expect(await main(['export', dataset, '--format', 'otf2', '-o', archive])).toBe(0);
  const text = execFileSync('otf2-print', [join(archive, 'traces.otf2')], { encoding: 'utf8' });
  const opened = await openDataset(dataset);
  const { src, dst, tag, bytes, send_start } = (await opened.readTable('messages')).columns;
  const spans = (await opened.readTable('spans')).rows;
  await opened.close();
  const expected = Array.from(src, (_, row) =>
    [src[row], send_start[row], dst[row], tag[row], bytes[row]].join(' '),
  ).sort();
  expect(expected).toHaveLength(messages);
  expect(printed(text, /^MPI_I?SEND /, 'Receiver')).toEqual(expected);
  expect(printed(text, /^MPI_I?RECV /, 'Sender')).toHaveLength(messages);
  expect(text.match(/^ENTER /gm)).toHaveLength(spans);
  expect(text.match(/^LEAVE /gm)).toHaveLength(spans);
});

it('otf2-print lists every reading of counters as the dataset has it', async () => {
  const source = join(folder, 'counters-source');
  const counted = new ArchiveWriter()
    .world(2)
    .metric(0, 'PAPI_TOT_CYC', 0, '#')
    .metric(1, 'power', 0x31, 'W', -2);
  counted.metricClass(0, [0]).metricClass(1, [1]);
  for (const rank of [0, 1]) {
    const events = counted
      .evt(rank)
      .at(10)
      .metric(0, 1_000_000_007 * rank, true)
      .enter(region.main);
    events.at(20).metric(0, 9_007_199_254_740_991, true).metric(1, 7125, true).at(30).leave(region.main);
  }
  counted.write(source);
  const dataset = join(folder, 'counters.weft');
  const archive = join(folder, 'counters-otf2');
  expect(await main(['import', source, '-o', dataset])).toBe(0);
  expect(await main(['export', dataset, '--format', 'otf2', '-o', archive])).toBe(0);
  const text = execFileSync('otf2-print', [join(archive, 'traces.otf2')], { encoding: 'utf8' });
  const opened = await openDataset(dataset);
  const { rank, metric, time, value } = (await opened.readTable('rank_counters')).columns;
  await opened.close();
  const line = /^METRIC\s+(\d+)\s+(\d+).*\("(.+?)" <\d+>; \w+; (\S+)\)/;
  const listed = text
    .split('\n')
    .flatMap((one) => {
      const [, location, at, name, reading] = line.exec(one) ?? [];
      return name === undefined ? [] : [location, at, name, Number(reading)].join(' ');
    })
    .sort();
  const expected = Array.from(rank, (of, row) =>
    [of, time[row], textAt(metric, row), value[row]].join(' '),
  ).sort();
  expect(expected).toHaveLength(6);
  expect(listed).toEqual(expected);
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDataset } from '@weft/store';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { main } from '../src/main.ts';
import { progressText } from '../src/progress-bar.ts';

let folder: string;
let printed: string[];
let complained: string[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'weft-simulate-'));
  printed = [];
  complained = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((text: unknown, ...rest: unknown[]) => {
    printed.push(String(text));
    for (const done of rest) if (typeof done === 'function') done();
    return true;
  });
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    complained.push(String(text));
    return true;
  });
  vi.spyOn(console, 'error').mockImplementation((text) => {
    complained.push(String(text));
  });
});

afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

describe('weft simulate', () => {
  it('writes a study as a dataset and says what it did', async () => {
    const path = join(folder, 'swap.weft');
    expect(await main(['simulate', 'binary-swap-8', '-o', path, '--json'])).toBe(0);
    const result = JSON.parse(printed.join(''));
    expect(result.totals.messages).toBe(24);
    const dataset = await openDataset(path);
    try {
      expect(dataset.manifest.title).toBe('Binary swap on 8 processors');
      expect(dataset.manifest.network).toEqual({
        family: 'fat-tree',
        params: { ports: 4, pods: 4, levels: 3 },
      });
      const { columns } = await dataset.sql('select count(*) n, sum(bytes) b from messages');
      expect([...(columns.n as Float64Array)]).toEqual([24]);
      expect(result.rows.messages).toBe(24);
    } finally {
      await dataset.close();
    }
    expect(await main(['simulate', 'binary-swap-8', '-o', path])).toBe(1);
    expect(await main(['simulate', 'binary-swap-8', '-o', path, '--force'])).toBe(0);
  });

  it('tells the end in nanoseconds, what was lost, and how the simulation did', async () => {
    const file = join(folder, 'lost.json');
    const scenario = {
      version: 1,
      title: 'lost',
      network: { family: 'fat-tree', params: { ports: 4, pods: 4 }, failures: { switches: 3 } },
      routing: 'd-mod-k',
      seed: 5,
      jobs: [{ name: 'a', ranks: 16, workload: { kind: 'all-to-all', bytes: 1000 } }],
      model: { kind: 'event' },
    };
    writeFileSync(file, JSON.stringify(scenario));
    const path = join(folder, 'lost.weft');
    expect(await main(['simulate', file, '-o', path, '--json'])).toBe(0);
    const { totals, health } = JSON.parse(printed.join(''));
    const dataset = await openDataset(path);
    try {
      const { facts } = dataset.manifest.provenance[0];
      expect(facts.totals).toEqual(totals);
      const { eventsPerSecond, messagesPerSecond, peakMemory, ...kept } = health;
      expect(facts.health).toEqual(kept);
      const { columns } = await dataset.sql(
        'select max(recv_end) e, count(*) - count(recv_end) l from messages',
      );
      expect([totals.end, totals.messagesLost]).toEqual([
        (columns.e as Float64Array)[0],
        (columns.l as Float64Array)[0],
      ]);
    } finally {
      await dataset.close();
    }
    expect(health.transmissions * 1000).toBe(totals.bytesTimesHops);
    expect(health.events).toBeGreaterThan(health.transmissions);
    expect(health.peakMemory).toBeGreaterThan(0);
    printed.length = 0;
    expect(await main(['simulate', file, '-o', path, '--force'])).toBe(0);
    expect(printed.join('')).toContain(`240 messages, ${totals.messagesLost} lost, 240\u00a0kB sent, `);
    expect(printed.join('')).toMatch(
      /[\d,]+ events, .+ events\/s, busiest vertex .+ x the mean, ranks at most \d+ phases? apart, .+ memory/,
    );
  });

  it('says of 522 messages that 102 were lost where these find no way', async () => {
    const file = join(folder, 'cut-off.json');
    const fine = Array.from({ length: 420 }, () => [0, 4, 1000]);
    const lost = Array.from({ length: 102 }, () => [0, 2, 1000]);
    const scenario = {
      version: 1,
      title: 'cut off',
      network: { family: 'fat-tree', params: { ports: 4, pods: 4 }, failures: { switches: 1 } },
      routing: 'd-mod-k',
      seed: 2,
      jobs: [
        {
          name: 'a',
          ranks: 16,
          workload: { kind: 'messages', phases: [{ messages: [...fine, ...lost] }] },
        },
      ],
      model: { kind: 'event' },
    };
    writeFileSync(file, JSON.stringify(scenario));
    const path = join(folder, 'cut-off.weft');
    expect(await main(['simulate', file, '-o', path])).toBe(0);
    expect(printed.join('')).toContain('522 messages, 102 lost, 522\u00a0kB sent, ');
    printed.length = 0;
    expect(await main(['simulate', file, '-o', path, '--force', '--json'])).toBe(0);
    const { messages, messagesLost, bytesSent, bytesReceived, bytesLost } = JSON.parse(
      printed.join(''),
    ).totals;
    expect([messages, messagesLost]).toEqual([522, 102]);
    expect([bytesSent, bytesReceived, bytesLost]).toEqual([522_000, 420_000, 102_000]);
  });

  it('checks, lists and describes without writing', async () => {
    expect(await main(['simulate', 'code-milc', '--dry-run'])).toBe(0);
    expect(await main(['simulate', '--list'])).toBe(0);
    expect(await main(['simulate', '--schema'])).toBe(0);
    const text = printed.join('');
    expect(text).toContain('the scenario is sound');
    expect(text).toContain('fat-tree-1296');
    expect(text).toContain('https://json-schema.org/draft/2020-12/schema');
  });

  it('names the place of a fault, and leaves nothing behind', async () => {
    const file = join(folder, 'bad.json');
    writeFileSync(file, '{ "version": 1, "title": "x", "surprise": true }');
    expect(await main(['simulate', file, '-o', join(folder, 'x.weft')])).toBe(1);
    expect(complained.join('')).toMatch(/BAD-SCENARIO: .*bad\.json/);
    expect(await main(['simulate', 'no-such-study', '-o', join(folder, 'x.weft')])).toBe(1);
    expect(complained.join('')).toContain('neither a file nor a study');
    expect(await main(['simulate'])).toBe(2);
    expect(await main(['simulate', 'binary-swap-4'])).toBe(2);
  });
});

describe('the progress bar', () => {
  it('shows amounts, rate and the time left', () => {
    const plain = (text: string): string => text.replaceAll('\u00a0', ' ');
    const bar = progressText({ label: 'simulating', done: 250, total: 1000, unit: 'messages' }, 1000);
    expect(plain(bar)).toBe(
      'simulating ██████░░░░░░░░░░░░░░░░░░ 25 %, 250 of 1 k messages, 250 messages/s, 3 s left',
    );
    expect(plain(progressText({ label: 'reading', done: 1500, total: 0, unit: 'bytes' }, 5))).toBe(
      'reading: 1.5 kB',
    );
    expect(progressText({ label: 'reading', done: 0, total: 0, unit: 'rows' }, 5)).toBe('reading …');
  });
});

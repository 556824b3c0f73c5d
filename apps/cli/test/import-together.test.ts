import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MemorySink, textAt } from '@weft/model';
import { afterAll, describe, expect, it } from 'vitest';
import { importAny } from '../src/import-any.ts';

const folder = mkdtempSync(join(tmpdir(), 'weft-together-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
/** Eight ranks on the host «vm», from this second on. */
const trace = fileURLToPath(new URL('../../../fixtures/dumpi/bswap8', import.meta.url));
const BEGAN = 1_794_729_767;

/** A folder with one file. */
function put(name: string, file: string, text: string): string {
  const path = join(folder, name);
  mkdirSync(path, { recursive: true });
  writeFileSync(join(path, file), text);
  return path;
}

function topology(...hosts: string[]): string {
  return put('topo', 'edges.csv', `source,target\n${hosts.map((host) => `${host},leaf\n`).join('')}`);
}

function jobs(start: string): string {
  return put(
    'jobs',
    'sacct.txt',
    `JobID|JobName|User|Start|End|State|NodeList\n7|alpha|me|${start}|Unknown|RUNNING|node2\n`,
  );
}

async function importTogether(...paths: string[]) {
  const sink = new MemorySink();
  const { facts } = await importAny(paths, sink, {});
  const sends = sink.batches('messages').flatMap(({ columns }) => [...columns.send_start]);
  return { facts, sends, sink };
}

const alone = await importTogether(trace);
const firstSend = (sends: ArrayLike<number>) => Array.from(sends).reduce((a, b) => Math.min(a, b));

describe('a trace beside its fabric', () => {
  it('is on the hosts of its names, behind the jobs, on one clock that begins with it', async () => {
    const { sink, sends, facts } = await importTogether(
      topology('vm.site', 'vm', 'node2'),
      jobs('2026-11-15T08:14:45'),
      trace,
    );
    expect(facts.origin).toBe(String(BigInt(BEGAN) * 1_000_000_000n));
    const started = Date.UTC(2026, 10, 15, 8, 14, 45) / 1000;
    const [siteJobs, traceJobs] = sink.batches('jobs');
    expect([...siteJobs.columns.start]).toEqual([(started - BEGAN) * 1e9]);
    expect([...(traceJobs?.columns.id ?? [1])]).toEqual([1]);
    const [ofJobs, ofTrace] = sink.batches('ranks');
    const { name } = sink.batches('vertices')[0].columns;
    expect([...ofJobs.columns.job]).toEqual([0]);
    expect([...ofTrace.columns.job]).toEqual(Array(8).fill(1));
    expect([...ofTrace.columns.host].map((host) => textAt(name, host))).toEqual(Array(8).fill('vm'));
    expect(firstSend(sends)).toBe(firstSend(alone.sends));
    expect(facts.diagnostics?.map(({ code }) => code)).not.toContain('UNKNOWN-HOST');
  });

  it('begins later where the fabric was watched before, and says which hosts nobody knows', async () => {
    const { sends, facts } = await importTogether(
      topology('node1', 'node2'),
      jobs('2026-11-15T08:02:40'),
      trace,
    );
    const shift = (BEGAN - Date.UTC(2026, 10, 15, 8, 2, 40) / 1000) * 1e9;
    expect(shift).toBe(7e9);
    expect(sends).toEqual(alone.sends.map((time) => time + shift));
    expect(facts.diagnostics?.find(({ code }) => code === 'UNKNOWN-HOST')).toMatchObject({ count: 8 });
    expect(facts.diagnostics?.find(({ code }) => code === 'UNKNOWN-HOST')?.text).toContain('vm');
  });

  it('is not put on a second network', async () => {
    const imported = importAny([topology('vm', 'node2'), trace], new MemorySink(), { onNetwork: true });
    await expect(imported).rejects.toMatchObject({ code: 'TWO-NETWORKS' });
  });

  it('that ran too long before the rest begins at time 0, and that is said', async () => {
    const { sends, facts } = await importTogether(
      topology('vm', 'node2'),
      jobs('2027-11-15T08:02:40'),
      trace,
    );
    expect(sends.length).toBeGreaterThan(0);
    expect(firstSend(sends)).toBe(firstSend(alone.sends));
    expect(facts.diagnostics?.map(({ code }) => code)).toContain('NOT-ALIGNED');
  });
});

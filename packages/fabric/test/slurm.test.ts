import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { formatError, MemorySink } from '@weft/model';
import { openSources } from '@weft/readers';
import { afterAll, describe, expect, it } from 'vitest';
import { importSite } from '../src/index.ts';
import { expandHostlist } from '../src/slurm/expand-hostlist.ts';
import { parseZonedTime } from '../src/time/zoned-time.ts';
import { diagnosticsOf, type ImportedFabric, importFabric } from './support/import-fabric.ts';

const fixtures = fileURLToPath(new URL('../../../fixtures', import.meta.url));
const k4 = join(fixtures, 'ib/k4/topology.ibnetdiscover');
const folder = mkdtempSync(join(tmpdir(), 'weft-slurm-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

/** Name, state, seconds from the origin, hosts. */
function jobsOf({ sink }: ImportedFabric): string[] {
  const ranks = sink.rows('ranks');
  const hostsOf = (id: number) => ranks.filter(({ job }) => job === id).map(({ host }) => host);
  return sink
    .rows('jobs')
    .map(({ id, name, user, state, start, end }) =>
      [
        name,
        user,
        state,
        start < 0 ? '-' : start / 1e9,
        end < 0 ? '-' : end / 1e9,
        hostsOf(id).join(' '),
      ].join('|'),
    );
}

describe('jobs of Slurm', () => {
  it('of sacct --parsable2 are allocations with their times and hosts; a delimiter in a name stays there', async () => {
    const fabric = await importFabric([join(fixtures, 'slurm/sacct.parsable2.txt'), k4]);
    const jobs = jobsOf(fabric);
    expect(jobs[0]).toBe('hostname|root|COMPLETED|0|0|0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15');
    expect(jobs).toContain('pf3d|games|FAILED|22|26|1 4 8 9 10');
    expect(jobs).toContain('tocancel|root|CANCELLED by 0|-|26|');
    expect(jobs).toContain('we,ird|name|root|COMPLETED|29|40|0');
    expect(fabric.report.facts.origin).toBe('1794729632000000000');
    expect(fabric.report.facts.provenance?.map(({ facts }) => facts.timeZone)).toContain('UTC');
    const steps = readFileSync(join(fixtures, 'slurm/sacct.parsable2.txt'), 'utf8').match(
      /^[\d_+]+\./gm,
    )!.length;
    expect(diagnosticsOf(fabric)).toEqual({ 'JOB-STEPS': steps });
  });

  it('are the same with Unix seconds, and as far in a zone of its own', async () => {
    const unix = await importFabric([join(fixtures, 'slurm/sacct.epoch.txt'), k4]);
    expect(jobsOf(unix)).toContain('3||FAILED|22|26|1 4 8 9 10');
    const zoned = await importFabric([join(fixtures, 'slurm/sacct.parsable2.txt'), k4], {
      timeZone: 'America/New_York',
    });
    expect(BigInt(zoned.report.facts.origin!) - BigInt(unix.report.facts.origin!)).toBe(
      5n * 3_600_000_000_000n,
    );
  });

  it('that run or wait have no end, whatever limit squeue and scontrol print', async () => {
    const shown = await importFabric([join(fixtures, 'slurm/scontrol-show-job.running.txt'), k4]);
    const listed = await importFabric([join(fixtures, 'slurm/squeue.json'), k4]);
    const running = 'ingest|root|RUNNING|22|-|2 3';
    expect(jobsOf(shown)).toContain(running);
    expect(jobsOf(listed)).toContain(running);
    expect(jobsOf(listed)).toContain('tolong|root|PENDING|-|-|');
  });

  it('are kept where their hosts are not known, and listed once', async () => {
    const table =
      'JobID|User|State|Start|End|NodeList\n7|ann|COMPLETED|2026-01-01T00:00:00|2026-01-01T01:00:00|node01,mars[1-2]\n';
    const fabric = await importFabric([k4, file('a', table), file('b', table)]);
    expect(jobsOf(fabric)).toEqual(['7|ann|COMPLETED|0|3600|0 -1 -1']);
    expect(diagnosticsOf(fabric)).toEqual({ 'DUPLICATE-JOB': 1, 'UNKNOWN-HOST': 2 });
  });

  it('that began long before the rest begin at time 0, and that is said', async () => {
    const table =
      'JobID|User|State|Start|End|NodeList\n7|ann|COMPLETED|2025-01-01T00:00:00|2026-01-01T01:00:00|node01\n';
    const fabric = await importFabric([k4, file('long', table)]);
    expect(jobsOf(fabric)).toEqual(['7|ann|COMPLETED|0|9000000|0']);
    expect(diagnosticsOf(fabric)).toEqual({ 'EARLY-START': 1 });
  });

  it('alone make hosts of their own', async () => {
    const sink = new MemorySink();
    const sources = await openSources([join(fixtures, 'slurm/sacct.epoch.txt')]);
    const { sets } = await importSite(sources.files, sink);
    expect(sets.map(({ counts }) => counts)).toEqual([
      { jobs: sink.count('jobs'), nodes: sink.count('ranks') },
    ]);
    expect(sink.rows('vertices').map(({ name }) => name)).toEqual(
      Array.from({ length: 16 }, (_, at) => `node${String(at + 1).padStart(2, '0')}`),
    );
  });

  it('of sqlog take the year of the file and say so', async () => {
    const path = file(
      'sqlog.txt',
      '  JOBID PART NAME USER ST START TIME N NODELIST\n 42 pbatch mcb.amg ann CD 12/31-23:00:00 2:00:00 2 node[01-02]\n',
    );
    utimesSync(path, Date.UTC(2017, 0, 3) / 1000, Date.UTC(2017, 0, 3) / 1000);
    const fabric = await importFabric([k4, path]);
    expect(jobsOf(fabric)).toEqual(['mcb.amg|ann|CD|0|7200|0 1']);
    expect(fabric.report.facts.origin).toBe(`${Date.UTC(2016, 11, 31, 23) / 1000}000000000`);
    expect(diagnosticsOf(fabric)).toEqual({ 'YEAR-ASSUMED': 1 });
  });

  it('in a table that cuts names are refused, lines with too few fields, too', async () => {
    const fixed = file(
      'fixed',
      'JobID           JobName      State        NodeList \n------- ------- -----\n1 x COMPLETED node[02,05,09-+\n',
    );
    const error = await importFabric([k4, fixed]).catch((reason: unknown) => reason);
    expect(formatError(error)).toContain('FIXED-WIDTH');
    const short = file('short', 'JobID|JobName|Start|NodeList\n1|x|2026-01-01T00:00:00\n');
    const cut = await importFabric([k4, short]).catch((reason: unknown) => reason);
    expect(formatError(cut)).toContain('short, line 2');
  });
});

describe('lists of hosts', () => {
  const truth = readFileSync(join(fixtures, 'slurm/hostlist-expand.txt'), 'utf8');
  const cases = [...truth.matchAll(/^\$ scontrol show hostnames '(.*)'\n(.*)$/gm)].map((match) =>
    match.slice(1),
  );
  it.each(cases)('%s', (list, said) => {
    const found = expandHostlist(list);
    if (/Invalid|node\]/.test(said)) expect(found.ok).toBe(false);
    else if (found.ok) expect([...found.hosts].sort()).toEqual(said.split(/\s+/).filter(Boolean).sort());
    else throw new Error(found.reason);
  });

  it.each(['node[0-999999999]', 'a[0-9999]b[0-9999]', 'n[1-99999999999999999999]'])(
    '%s is refused',
    (list) => {
      expect(expandHostlist(list)).toMatchObject({
        ok: false,
        reason: expect.stringContaining('more than 200000 hosts'),
      });
    },
  );
});

describe('times', () => {
  it('are read in their zone, the first of an hour that comes twice', () => {
    const at = (text: string, zone: string) => new Date(parseZonedTime(text, zone)! * 1000).toISOString();
    expect(at('2026-07-01T12:00:00', 'Europe/Paris')).toBe('2026-07-01T10:00:00.000Z');
    expect(at('2026-01-01T00:30:00', 'Asia/Kolkata')).toBe('2025-12-31T19:00:00.000Z');
    expect(at('2026-10-25T02:30:00', 'Europe/Paris')).toBe('2026-10-25T00:30:00.000Z');
    expect(at('2026-07-01T12:00:00+02:00', 'UTC')).toBe('2026-07-01T10:00:00.000Z');
    expect(at('2026-07-01T12:00:00Z', 'Asia/Tokyo')).toBe('2026-07-01T12:00:00.000Z');
    expect(parseZonedTime('yesterday', 'UTC')).toBeNull();
  });
});

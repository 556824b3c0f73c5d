import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { formatError } from '@weft/model';
import { afterAll, describe, expect, it } from 'vitest';
import { parseEntry } from '../src/forwarding-dump/parse-entry.ts';
import { epochOfName } from '../src/time/epoch-of-file.ts';
import { parseIbtracert } from './support/ibtracert.ts';
import { diagnosticsOf, importFabric } from './support/import-fabric.ts';
import { createLidTracer } from './support/trace-lids.ts';

const fixtures = fileURLToPath(new URL('../../../fixtures/ib', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'weft-lft-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const k4 = join(fixtures, 'k4/topology.ibnetdiscover');
const fdbs = readFileSync(join(fixtures, 'k4/opensm.fdbs'), 'utf8');

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

describe('forwarding tables', () => {
  it.each([
    ['k4', 'opensm.fdbs', 'ibtracert.ftree.txt', { epochs: 1, tables: 20, entries: 624 }],
    ['k4-lmc2', 'dump_lfts.updn.txt', 'ibtracert.updn.txt', { epochs: 1, tables: 20 }],
  ])(
    '%s: every pair that ibtracert followed, with several LIDs to a port, too',
    async (name, table, truth, counts) => {
      const fabric = await importFabric([
        join(fixtures, name, table),
        join(fixtures, name, 'topology.ibnetdiscover'),
      ]);
      expect(fabric.report.sets.map((set) => set.counts).find((set) => 'epochs' in set)).toMatchObject(
        counts,
      );
      const trace = createLidTracer(fabric);
      const { links } = fabric.network;
      for (const { from, to, hops } of parseIbtracert(readFileSync(join(fixtures, name, truth), 'utf8'))) {
        const route = trace(from, to);
        const ports = route.links.map((link) => `${links.src_port[link]} > ${links.dst_port[link]}`);
        expect(ports).toEqual(hops.map((hop) => hop.replace(/ of.*/, '')));
      }
    },
  );

  it('reads the forms of an entry', () => {
    const parse = (text: string): number => parseEntry(Buffer.from(text), 0, text.length);
    expect(parse('0x0001 003 # Channel Adapter')).toBe(256 + 3);
    expect(parse("0x00Ff 036 : (Switch portguid 0x1: 'x')")).toBe(255 * 256 + 36);
    expect(parse('0x0009 : 003  : 05   : yes')).toBe(9 * 256 + 3);
    expect(parse('0x0009 : UNREACHABLE')).toBe(9 * 256 + 255);
    expect([parse('0x'), parse('0x12345 001'), parse('0x0001 00'), parse('0x0001 999')]).toEqual([
      -1, -1, -1, -1,
    ]);
  });

  it('makes epochs of dumps at several times, and refuses two tables for one time', async () => {
    const early = file('2026-11-15T0800.fdbs', fdbs);
    const late = file('2026-11-15T0930.fdbs', fdbs.replace('0x0001 : 003', '0x0001 : 004'));
    const { sink, report } = await importFabric([k4, early, late]);
    expect(new Set(sink.rows('routes').map((row) => row.epoch))).toEqual(new Set([0, 5400e9]));
    expect(report.facts.origin).toBe(`${Date.UTC(2026, 10, 15, 8) / 1000}000000000`);
    const [a, b] = [file('a.fdbs', fdbs), file('b.fdbs', fdbs)];
    for (const path of [a, b]) utimesSync(path, 1e9, 1e9);
    const error = await importFabric([k4, a, b]).catch((reason: unknown) => reason);
    expect(formatError(error)).toContain('TABLES-AT-ONE-TIME');
  });

  it('finds the time of a dump in its name', () => {
    const eight = Date.UTC(2026, 10, 15, 8, 0, 1) / 1000;
    expect(epochOfName('lft-20261115-080001.txt')).toBe(eight);
    expect(epochOfName('2026-11-15T08:00:01.fdbs')).toBe(eight);
    expect(epochOfName(`${eight}.rtable`)).toBe(eight);
    expect(epochOfName('opensm.fdbs')).toBeNull();
    expect(epochOfName('lft-20269915-080001.txt')).toBeNull();
  });

  it('says where a dump is cut off, and counts switches and LIDs nobody knows', async () => {
    const cut = file('cut', fdbs.slice(0, fdbs.indexOf('0x001A', 8000) + 10));
    const error = await importFabric([k4, cut]).catch((reason: unknown) => reason);
    expect(formatError(error).replaceAll(folder, '')).toMatchInlineSnapshot(
      `"BAD-LINE: a line that cannot be read: "0x001A : 0" (/cut, line 332). Add --keep-going to import the rest."`,
    );
    const whole = fdbs.split('\n').slice(0, 20).join('\n');
    const odd = file(
      'odd',
      `${whole}\n${fdbs.replaceAll('Switch 0x248a070300a00000', 'Switch 0x99').replaceAll('0x0024', '0x0FF4')}`,
    );
    const counted = await importFabric([k4, odd], { keepGoing: true });
    expect(diagnosticsOf(counted)).toMatchObject({ 'UNKNOWN-SWITCH': 1, 'UNKNOWN-LID': 1 });
  });
});

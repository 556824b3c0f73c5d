import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { formatError, textAt } from '@weft/model';
import { afterAll, describe, expect, it } from 'vitest';
import { diagnosticsOf, importFabric } from './support/import-fabric.ts';

const k4 = readFileSync(
  fileURLToPath(new URL('../../../fixtures/ib/k4/topology.ibnetdiscover', import.meta.url)),
  'utf8',
);
const folder = mkdtempSync(join(tmpdir(), 'weft-ibnet-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function dump(text: string): string {
  const path = join(folder, 'dump');
  writeFileSync(path, text);
  return path;
}

async function failure(text: string): Promise<string> {
  const error = await importFabric([dump(text)]).catch((reason: unknown) => reason);
  return formatError(error).replaceAll(folder, '');
}

/** Without the cable that leaves a switch by a port, seen from both ends. */
function withoutCable(text: string, id: string, port: number): string {
  const records = text.split('\n\n');
  const own = records.find((record) => record.includes(`Switch\t4 "S-${id}"`))!;
  const [, peer, peerPort] = new RegExp(`^\\[${port}\\]\t"S-(\\w+)"\\[(\\d+)\\]`, 'm').exec(own)!;
  return records
    .map((record) => {
      if (record.includes(`Switch\t4 "S-${id}"`))
        return record.replace(new RegExp(`^\\[${port}\\].*\n?`, 'm'), '');
      if (record.includes(`Switch\t4 "S-${peer}"`))
        return record.replace(new RegExp(`^\\[${peerPort}\\].*\n?`, 'm'), '');
      return record;
    })
    .join('\n\n');
}

describe('ibnetdiscover', () => {
  it('gives hosts, switches, cables, LIDs, GUIDs and capacities', async () => {
    const { network, report, sink } = await importFabric([dump(k4)]);
    expect(report.sets[0].counts).toEqual({ hosts: 16, switches: 20, links: 48, lids: 36 });
    expect(report.facts.network).toEqual({ family: 'fat-tree', params: { ports: 4, levels: 3, pods: 4 } });
    expect(report.facts.diagnostics).toEqual([]);
    expect(textAt(network.vertices.name, 0)).toBe('node01 HCA-1');
    expect(textAt(network.vertices.guid, 0)).toBe('0xec0d9a0300800020');
    expect(new Set(network.links.capacity)).toEqual(new Set([12.5e9]));
    expect(sink.rows('lids')[0]).toEqual({ lid: 1, vertex: 0, port: 1, guid: '0xec0d9a0300800021' });
  });

  it('does not depend on empty lines, the order of records, or the names of files', async () => {
    const [head, ...records] = k4.trim().split('\n\n');
    const shuffled = [head, ...records.reverse()].join('\n');
    const a = await importFabric([dump(k4)]);
    const b = await importFabric([dump(shuffled)]);
    expect(b.sink.rows('vertices')).toEqual(a.sink.rows('vertices'));
    expect(b.sink.rows('lids')).toEqual(a.sink.rows('lids'));
  });

  it('names a missing cable with both ends and ports, and stays a fat tree', async () => {
    const fabric = await importFabric([dump(withoutCable(k4, '248a070300a00300', 3))]);
    expect(fabric.report.facts.network?.family).toBe('fat-tree');
    expect(fabric.report.sets[0].counts).toMatchObject({ links: 47, 'missing cables': 1 });
    const missing = fabric.report.facts.diagnostics?.find(({ code }) => code === 'MISSING-CABLE');
    expect(missing?.text).toContain(
      'MF0;ib-edge-p4-2:MSB7700/U1 port 3 to MF0;ib-aggr-p4-1:MSB7700/U1 port 2: 0, usually 1',
    );
    expect(diagnosticsOf(fabric)['OTHER-UPLINKS']).toBe(1);
  });

  it('names a slow cable', async () => {
    const cables = k4.split('\n').map((line) => {
      const isSlow = line.includes('ec0d9a0300800041') && line.startsWith('[');
      return isSlow ? line.replace('4xEDR', '4xSDR') : line;
    });
    const { report } = await importFabric([dump(cables.join('\n'))]);
    expect(report.facts.diagnostics).toEqual([
      {
        code: 'SLOW-CABLE',
        count: 1,
        text: expect.stringMatching(/MSB7700.U1 port 1 to node15 HCA-1 port 1: 1.GB.s, usually 12.5.GB.s$/),
      },
    ]);
  });

  it('says where a dump is cut off', async () => {
    expect(await failure(k4.slice(0, k4.indexOf('"H-ec0d9a03008000e0"') + 4))).toMatchInlineSnapshot(
      `"BAD-LINE: a line that cannot be read: "[2]\\t\\"H-e" (/dump, line 12). Add --keep-going to import the rest."`,
    );
    const cut = k4.slice(0, k4.indexOf('\nvendid', 3000));
    expect(diagnosticsOf(await importFabric([dump(cut)]))['NODE-NOT-DESCRIBED']).toBeGreaterThan(0);
  });

  it('refuses addresses that no port can have', async () => {
    const wrong = k4.replace(/lid (\d+) lmc 0/, 'lid $1 lmc 60');
    expect(await failure(wrong)).toContain('BAD-ADDRESS: a LID above 49151 or an LMC above 7');
    const kept = await importFabric([dump(wrong)], { keepGoing: true });
    expect(diagnosticsOf(kept)).toMatchObject({ 'BAD-ADDRESS': 1 });
    expect(kept.network.switches.length).toBe(20);
  });

  it('refuses GUIDs that are there twice and ports with two cables, or keeps the first', async () => {
    const again = `${k4}\nSwitch\t4 "S-248a070300a00300"\t\t# "other" base port 0 lid 5 lmc 0\n[1]\t"S-248a070300a00380"[2]\t\t# "x" lid 1 4xEDR\n`;
    expect(await failure(again)).toMatchInlineSnapshot(
      `"DUPLICATE-GUID: a node that is described twice: 0x248a070300a00300 “other”, before as “MF0;ib-edge-p4-2:MSB7700/U1” in line 10 (/dump, line 318). Import one dump of each fabric, or add --keep-going to keep the first record."`,
    );
    const kept = await importFabric([dump(again)], { keepGoing: true });
    expect(kept.report.sets[0].counts).toMatchObject({ switches: 20, links: 48 });
    const twice = k4.replace('[2]\t"H-ec0d9a03008000e0"[1]', '[2]\t"S-248a070300a001c0"[2]');
    expect(await failure(twice)).toMatchInlineSnapshot(
      `"PORT-CONNECTED-TWICE: a port with two cables: 0x248a070300a001c0 port 2 leads to 0x248a070300a00300 port 3 in line 102, and 0x248a070300a00300 port 2 to 0x248a070300a001c0 port 2 (/dump, line 12). Add --keep-going to import the rest."`,
    );
  });
});

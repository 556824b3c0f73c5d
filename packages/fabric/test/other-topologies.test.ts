import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatError, textAt } from '@weft/model';
import { afterAll, describe, expect, it } from 'vitest';
import { sharedFixtures } from '../../readers/test/shared-fixtures.ts';
import { edgeListReader } from '../src/edge-list/edge-list-reader.ts';
import { diagnosticsOf, importFabric } from './support/import-fabric.ts';

const { folder: shared, present } = sharedFixtures('ib');
const folder = mkdtempSync(join(tmpdir(), 'weft-topologies-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

describe('other topologies', () => {
  it('an edge list: what hangs on one cable is a host; ports and capacities where given', async () => {
    const cables = ['n1,s1', 'n2,s1', 'n3,s2', 'n4,s2', 's1,t1', 's1,t2', 's2,t1', 's2,t2'];
    const { network, report } = await importFabric([file('a.csv', `from,to\n${cables.join('\n')}\n`)]);
    expect([network.hosts.length, network.switches.length, network.linkCount]).toEqual([4, 4, 16]);
    expect(report.facts.network?.family).toBe('kary-ntree');
    const full = 'src,src_port,dst,dst_port,src_kind,dst_kind,capacity\na,3,b,4,switch,switch,1000\n';
    const { network: pair } = await importFabric([file('b.csv', full)]);
    expect([
      pair.switches.length,
      pair.links.src_port[0],
      pair.links.dst_port[0],
      pair.links.capacity[0],
    ]).toEqual([2, 3, 4, 1000]);
    const error = await importFabric([file('c.csv', 'from,to\na,b\na\n')]).catch((reason: unknown) => reason);
    expect(formatError(error)).toContain('c.csv, line 3');
  });

  it('what ranks send each other is no edge list', () => {
    const verdict = (text: string) =>
      edgeListReader.detect({ path: 'a.csv', head: Buffer.from(text), size: text.length });
    expect(verdict('src,dst,capacity\n0,1,131072\n')).toBe('yes');
    expect(verdict('src,dst,messages,bytes\n0,1,1,131072\n')).toBe('no');
  });

  it("TreeScope's topology and routing tables", async () => {
    const item = (id: string, name: string, lid: number, ports: unknown[], more = {}) => ({
      id,
      name,
      lid,
      ports,
      ...more,
    });
    const port = (num: number, dest_node: string, dest_port: number) => ({ num, dest_node, dest_port });
    const [n1, n2, s] = ['0011:aaaa:bbbb:0001', '0011:aaaa:bbbb:0002', '0011:aaaa:bbbb:0003'];
    const topology = {
      name: 'm',
      num_cores: 0,
      num_pods: 1,
      nodes: [item(n1, 'node1', 1, [port(1, s, 1)]), item(n2, 'node2', 2, [port(1, s, 2)])],
      switches: [
        item(s, 'ib1', 3, [port(1, n1, 1), port(2, n2, 1), port(3, '', -1)], { lvl: 1, pod: 0, idx: 0 }),
      ],
    };
    const fabric = await importFabric([
      file('network.topo', JSON.stringify(topology, null, 1)),
      file('1480000000.rtable', `${s}, 1:1, 2:2, 3:0\n`),
    ]);
    expect(textAt(fabric.network.vertices.guid, 2)).toBe('0x0011aaaabbbb0003');
    expect(fabric.sink.rows('routes')).toEqual([
      { epoch: 0, switch: 2, dest: 0, port: 1 },
      { epoch: 0, switch: 2, dest: 1, port: 2 },
    ]);
    expect(diagnosticsOf(fabric)).toMatchObject({ 'PORT-DOWN': 1 });
  });

  it("Slurm's topology.conf, with lists of hosts and lines that go on", async () => {
    const text =
      '# a tree\nSwitchName=s0 Nodes=n[0-3]\nSwitchName=s1 \\\nNodes=n[4-7]\nSwitchName=top Switches=s[0-1]\n';
    const { network } = await importFabric([file('topology.conf', text)]);
    expect([network.hosts.length, network.switches.length, network.linkCount / 2]).toEqual([8, 3, 10]);
  });
});

describe.skipIf(!present)('other forms of fabrics beside the repository', () => {
  it.each(['opensm-subnet.lst', 'ibnetdiscover-p.txt'])('%s is the same tree', async (name) => {
    const { network, report } = await importFabric([join(shared, 'own/k4/alt', name)]);
    expect(report.sets[0].counts).toEqual({ hosts: 16, switches: 20, links: 48, lids: 36 });
    expect(report.facts.network).toEqual({ family: 'fat-tree', params: { ports: 4, levels: 3, pods: 4 } });
    expect(new Set(network.links.capacity)).toEqual(new Set([12.5e9]));
  });

  it('a production fabric takes its names from a map, and leaves its topology.conf', async () => {
    const fabric = await importFabric([join(shared, 'public/psmn-X5')]);
    const { hosts, switches, linkCount, vertices } = fabric.network;
    expect([hosts.length, switches.length, linkCount / 2]).toEqual([89, 11, 159]);
    expect(
      [...hosts].filter((host) => textAt(vertices.name, host)?.startsWith('sl390lin')).length,
    ).toBeGreaterThan(40);
    expect(diagnosticsOf(fabric)).toMatchObject({ 'TOPOLOGY-LEFT-OUT': 1, 'FILES-IGNORED': 1 });
    const alone = await importFabric([join(shared, 'public/psmn-X5/X5.topology.conf')]);
    expect([alone.network.hosts.length, alone.network.switches.length]).toEqual([89, 11]);
  });

  it('the cable list of a Cray XC40', async () => {
    const { network, report } = await importFabric([
      join(shared, 'public/codes-dragonfly/theta.interconnect.gz'),
    ]);
    expect([network.switches.length, network.linkCount]).toEqual([864, 29_376]);
    expect(new Set(network.vertices.pod).size).toBe(9);
    expect(report.facts.diagnostics?.map(({ code }) => code)).toContain('PORT-DOWN');
  });
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { diagnosticsOf, importFabric } from '../support/import-fabric.ts';

const TOPOLOGY = `vendid=0x2c9
switchguid=0x10(10)
Switch	2 "S-0000000000000010"		# "leaf" base port 0 lid 1 lmc 0
[1]	"H-0000000000000020"[1](21) 		# "node01 mlx5_0" lid 2 4xEDR
[2]	"H-0000000000000030"[1](31) 		# "node02 mlx5_0" lid 3 4xEDR

caguid=0x20
Ca	1 "H-0000000000000020"		# "node01 mlx5_0"
[1](21) 	"S-0000000000000010"[1]		# lid 2 lmc 0 "leaf" lid 1 4xEDR

caguid=0x30
Ca	1 "H-0000000000000030"		# "node02 mlx5_0"
[1](31) 	"S-0000000000000010"[2]		# lid 3 lmc 0 "leaf" lid 1 4xEDR
`;

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'weft-counters-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Rows of `counters` in words, from files by name. */
async function read(files: Readonly<Record<string, string>>, keepGoing = false) {
  const own = mkdtempSync(join(folder, 'case-'));
  for (const [name, text] of Object.entries({ 'topology.txt': TOPOLOGY, ...files }))
    writeFileSync(join(own, name), text);
  const fabric = await importFabric([own], { keepGoing });
  const { vertices, links } = fabric.network;
  const name = (vertex: number) => vertices.name.dictionary[vertices.name.codes[vertex]];
  const rows = fabric.sink
    .rows('counters')
    .map(
      ({ time, link, metric, value }) =>
        `${time / 1e9} ${name(links.src[link])} > ${name(links.dst[link])} ${metric} ${value}`,
    );
  return { rows, codes: diagnosticsOf(fabric), metrics: fabric.report.facts.metrics };
}

const SENT = ['60 node01 mlx5_0 > leaf data_sent 400'];

function perfquery(words: number, port = 1): string {
  return `# Port extended counters: Lid 2 port ${port} (CapMask: 0x1300)\nPortSelect:......................1\nPortXmitData:....................${words}\n`;
}

describe('formats of counters', () => {
  it('perfquery: a file a sample, 64 bits before 32, without the sum of all ports', async () => {
    const basic =
      '# Port counters: Lid 2 port 1 (CapMask: 0x1300)\nPortXmitData:....................4294967295\n';
    const { rows } = await read({
      'perfquery.1700000000.txt': `${perfquery(50)}${basic}${perfquery(9, 255)}`,
      'perfquery.1700000060.txt': `${basic}${perfquery(150)}`,
    });
    expect(rows).toEqual(SENT);
  });

  it('ibqueryerrors: data and errors, without the sum of all ports', async () => {
    const dump = (words: number) =>
      `Errors for 0x20 "node01 mlx5_0"\n   GUID 0x20 port ALL: [PortXmitData == 1 (4B)]\n   GUID 0x20 port 1: [SymbolErrorCounter == ${words / 10}] [PortXmitData == ${words} (1KB)]\n\n## Summary: 3 nodes checked\n`;
    const { rows } = await read({ 'errors-20231114T221320': dump(50), 'errors-20231114T221420': dump(150) });
    expect(rows).toEqual(['60 leaf > node01 mlx5_0 symbol_errors 10', ...SENT]);
  });

  it('CSV: a row a counter by name, absolute or as amounts', async () => {
    const absolute =
      'time,node,port,counter,value\n1700000000,node01,1,PortXmitData,50\n1700000060,node01,1,PortXmitData,150\n';
    expect((await read({ 'a.csv': absolute })).rows).toEqual(SENT);
    const amounts =
      'time,guid,port,metric,amount\n1700000000,0x20,1,data_sent,7\n1700000060,0x20,1,data_sent,400\n';
    expect((await read({ 'a.csv': amounts })).rows).toEqual(['0 node01 mlx5_0 > leaf data_sent 7', ...SENT]);
  });

  it('LDMS: rows of a sweep get its first time, rates are not counters', async () => {
    const { rows, codes } = await read({
      ibnet: `#Time,Time_usec,ProducerName,remote,lid,port,PortXmitData,PortXmitData.rate
1700000000.000000,0,x,2.1,2,1,50,0
1700000000.250000,0,x,3.1,3,1,50,0
1700000060.000000,0,x,2.1,2,1,150,0
1700000060.250000,0,x,3.1,3,1,60,0
`,
    });
    expect(rows).toEqual([...SENT, '60 node02 mlx5_0 > leaf data_sent 40']);
    expect(codes).toMatchObject({ 'TIMES-ALIGNED': 1 });
  });

  it('LDMS sysclassib: all ports of a host in a row', async () => {
    const { rows } = await read({
      host: '#Time,Time_usec,ProducerName,ib.port_xmit_data#mlx5_0.1,ib.port_xmit_data.rate#mlx5_0.1\n1700000000.0,0,node01,50,1\n1700000060.0,0,node01,150,1\n',
    });
    expect(rows).toEqual(SENT);
  });

  it("TreeScope's .count: the time is the name of the file", async () => {
    const count = (bytes: number) => `node_id, port_id, rcv_data\n0000:0000:0000:0010, 1, ${bytes}\n`;
    const { rows } = await read({ '1700000000.count': count(100), '1700000060.count': count(500) });
    expect(rows).toEqual(['60 node01 mlx5_0 > leaf data_received 400']);
  });

  it('Prometheus text: of switches by GUID, of hosts by instance', async () => {
    const { rows } = await read({
      metrics: `# TYPE infiniband_switch_port_receive_data_bytes_total counter
infiniband_switch_port_receive_data_bytes_total{guid="0x10",port="1",switch="leaf"} 1e+02 1700000000000
infiniband_switch_port_receive_data_bytes_total{guid="0x10",port="1",switch="leaf"} 500 1700000060000
node_infiniband_port_data_transmitted_bytes_total{device="mlx5_0",instance="node01:9100",port="1"} 100 1700000000
node_infiniband_port_data_transmitted_bytes_total{device="mlx5_0",instance="node01:9100",port="1"} 500 1700000060
`,
    });
    expect(rows).toEqual(['60 node01 mlx5_0 > leaf data_received 400', ...SENT]);
  });

  it('names unknown ports, and lines that cannot be read by number', async () => {
    const text =
      'time,lid,port,PortXmitData\n1700000000,2,1,50\n1700000000,9,1,50\n1700000060,2,1,x\n1700000060,2,1,150\n';
    await expect(read({ 'a.csv': text })).rejects.toMatchObject({ code: 'BAD-LINE', line: 4 });
    const { rows, codes } = await read({ 'a.csv': text }, true);
    expect(rows).toEqual(SENT);
    expect(codes).toMatchObject({ 'UNKNOWN-PORT': 1, 'BAD-LINE': 1 });
  });

  it('takes the times of samples from a list', async () => {
    const { rows } = await read({
      'samples.csv': 'time_unix,file\n1700000000.5,first\n1700000060.5,second.gz\n',
      first: perfquery(50),
      second: perfquery(150),
    });
    expect(rows).toEqual(['60.5 node01 mlx5_0 > leaf data_sent 400']);
  });
});

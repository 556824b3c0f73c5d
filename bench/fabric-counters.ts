import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fabricIdentity, ibsimNet, importSite } from '@weft/fabric';
import { buildNetwork } from '@weft/network';
import { openSources } from '@weft/readers';
import { createDataset } from '@weft/store';

const SWEEPS = 1441;
const peer = fileURLToPath(new URL('./peers/counter_lines.py', import.meta.url));

/**
 * 24 hours of samples every 60 s on the switch ports of a machine of 1,296 hosts, four counters each, as LDMS writes them: from the table to
 * the finished dataset, beside a Python script that reads the same table line by line and writes nothing.
 */
export async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'weft-counters-'));
  try {
    const { topology, table, samples } = writeSamples(folder);
    const started = performance.now();
    const { files } = await openSources([topology, table]);
    const writer = await createDataset(join(folder, 'site.weft'));
    const report = await importSite(files, writer);
    const manifest = await writer.finish(report.facts);
    const seconds = (performance.now() - started) / 1000;
    const rows = manifest.tables.counters?.rows ?? 0;
    const memory = process.resourceUsage().maxRSS / 1024;
    console.log(`${(statSync(table).size / 1e6).toFixed(0)} MB, ${samples} samples of ports, ${rows} rows`);
    console.log(
      `weft ${seconds.toFixed(1)} s, ${Math.round(rows / seconds)} rows/s, at most ${memory.toFixed(0)} MB`,
    );
    const [amounts, python] = execFileSync('python3', [peer, table], { encoding: 'utf8' })
      .trim()
      .split(' ')
      .map(Number);
    console.log(
      `python line by line ${python.toFixed(1)} s for ${amounts} amounts: weft ${(python / seconds).toFixed(1)} times as fast`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function writeSamples(folder: string): { topology: string; table: string; samples: number } {
  const network = buildNetwork('fat-tree', { ports: 36, pods: 4 });
  const identity = fabricIdentity(network, null);
  const [topology, table] = [join(folder, 'topology'), join(folder, 'ibnet')];
  writeFileSync(topology, [...ibsimNet(identity)].join(''));
  const out = openSync(table, 'w');
  writeSync(
    out,
    '#Time,Time_usec,ProducerName,lid,port,PortXmitData,PortRcvData,PortXmitPkts,PortXmitWait\n',
  );
  const switches = new Set(network.switches);
  const { src, src_port } = network.links;
  const ports = Array.from(src.keys())
    .filter((link) => switches.has(src[link]))
    .map((link) => `${identity.lidOf(src[link])},${identity.portOf(src_port[link])}`);
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const time = `${1_700_000_000 + 60 * sweep}.000000,0,poller`;
    const rows = ports.map((port, link) => {
      const words = sweep * (1_000_000 + 977 * link);
      return `${time},${port},${words + 36_298_026_860},${words + 12_279_028_775},${Math.floor(words / 512)},${sweep * (link % 1000)}`;
    });
    writeSync(out, `${rows.join('\n')}\n`);
  }
  closeSync(out);
  return { topology, table, samples: ports.length * SWEEPS };
}

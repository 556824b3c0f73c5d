import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fabricIdentity, ibsimNet, importSite, opensmDump } from '@weft/fabric';
import { createRandom } from '@weft/model';
import { buildNetwork, routeNetwork } from '@weft/network';
import { CountingSink, openSources } from '@weft/readers';

const TIMES = 9;
const peer = fileURLToPath(new URL('./peers/fabric_lines.py', import.meta.url));

/**
 * A fat tree of 3,200 hosts and its forwarding tables: read, put together and recognised by Weft, beside a Python script that
 * reads the same files line by line into dictionaries. Best of nine each.
 */
export async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'weft-fabric-'));
  try {
    const [topology, routes] = writeFabric(folder);
    const weft = await best(async () => {
      const started = performance.now();
      const { files } = await openSources([topology, routes]);
      const sink = new CountingSink();
      await importSite(files, sink);
      return { seconds: (performance.now() - started) / 1000, found: sink.rows };
    });
    const python = await best(async () => {
      const said = execFileSync('python3', [peer, topology, routes], { encoding: 'utf8' }).trim().split(' ');
      return { seconds: Number(said.pop()), found: said.join(' ') };
    });
    const bytes = statSync(topology).size + statSync(routes).size;
    console.log(`${(bytes / 1e6).toFixed(0)} MB`, JSON.stringify(weft.found), `python: ${python.found}`);
    console.log(
      `weft ${weft.seconds.toFixed(2)} s, python line by line ${python.seconds.toFixed(2)} s: ${(python.seconds / weft.seconds).toFixed(1)} times as fast`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function writeFabric(folder: string): [topology: string, routes: string] {
  const network = buildNetwork('fat-tree', { ports: 40, pods: 8 });
  const identity = fabricIdentity(network, null);
  const routing = routeNetwork(network, 'd-mod-k', { random: createRandom(1), activeHosts: null });
  const [topology, routes] = [join(folder, 'topology'), join(folder, 'routes')];
  writeFileSync(topology, [...ibsimNet(identity)].join(''));
  writeFileSync(routes, [...opensmDump(identity, routing)].join(''));
  return [topology, routes];
}

async function best<T>(measure: () => Promise<{ seconds: number; found: T }>) {
  let fastest = await measure();
  for (let time = 1; time < TIMES; time++) {
    const next = await measure();
    if (next.seconds < fastest.seconds) fastest = next;
  }
  return fastest;
}

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fabricIdentity, ibsimNet } from '@weft/fabric';
import { createRandom } from '@weft/model';
import { buildNetwork } from '@weft/network';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseIbtracert } from '../../packages/fabric/test/support/ibtracert.ts';
import { type ImportedFabric, importFabric } from '../../packages/fabric/test/support/import-fabric.ts';
import { createLidTracer } from '../../packages/fabric/test/support/trace-lids.ts';
import { requireCommands } from './debian-packages.ts';

const TRACED = 40;
const PAIRS = 1000;

/** Fabrics that Weft writes, as ibsim simulates them and OpenSM routes them. */
describe.each([
  ['fat-tree', { ports: 8 }, ['ftree', 'updn']],
  ['kary-ntree', { arity: 4, layers: 3 }, ['ftree', 'updn']],
  ['torus', { sizes: [4, 3, 3], hostsPerSwitch: 1 }, ['dor', 'minhop']],
  ['dragonfly', { hostsPerSwitch: 2, switchesPerGroup: 4, globalLinks: 2 }, ['minhop', 'sssp']],
])('%s in ibsim', (family, params, engines) => {
  const folder = mkdtempSync(join(tmpdir(), 'weft-ibsim-'));
  const network = buildNetwork(family, params);
  const fabric = fabricIdentity(network, null);
  let simulator: ChildProcess;
  let environment: NodeJS.ProcessEnv;

  beforeAll(async () => {
    requireCommands(
      ['ibsim', 'ibsim-run', 'opensm', 'ibnetdiscover', 'ibtracert'],
      ['ibsim-utils', 'opensm', 'infiniband-diags'],
    );
    writeFileSync(join(folder, 'net'), [...ibsimNet(fabric)].join(''));
    environment = {
      ...process.env,
      SIM_HOST: `H-${fabric.guidOf(network.hosts[0])}`,
      OSM_TMP_DIR: folder,
      OSM_CACHE_DIR: folder,
    };
    simulator = spawn('ibsim', ['-s', 'net'], {
      cwd: folder,
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    await new Promise<void>((done, fail) => {
      simulator.once('exit', (code) => fail(new Error(`ibsim ended with ${code}`)));
      simulator.stdout?.on('data', (text) => String(text).includes('sim>') && done());
    });
  }, 60_000);
  afterAll(() => {
    simulator?.kill();
    rmSync(folder, { recursive: true, force: true });
  });

  const run = (command: string, ...args: string[]): string =>
    execFileSync('ibsim-run', [command, ...args], {
      cwd: folder,
      env: environment,
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
      timeout: 60_000,
    });

  it.each(engines)('routed by %s is imported as it is', async (engine) => {
    run('opensm', '-o', '-R', engine, '-D', '0x43', '-f', join(folder, `${engine}.log`));
    expect(readFileSync(join(folder, `${engine}.log`), 'utf8')).toContain(`${engine} tables configured`);
    writeFileSync(join(folder, 'topology'), run('ibnetdiscover'));
    const dumped = await importFabric([join(folder, 'topology'), join(folder, 'opensm.fdbs')]);
    expect(dumped.report.facts.network?.family).toBe(family);
    expect([dumped.network.hosts.length, dumped.network.switches.length, dumped.network.linkCount]).toEqual([
      network.hosts.length,
      network.switches.length,
      network.linkCount,
    ]);
    writeFileSync(join(folder, 'lfts'), readFileSync(join(folder, 'opensm-lfts.dump')));
    const listed = await importFabric([join(folder, 'topology'), join(folder, 'lfts')]);
    expect(listed.sink.rows('routes')).toEqual(dumped.sink.rows('routes'));
    comparePairs(dumped, run);
  });
});

/** Out ports of random pairs: as imported, as they stand in the dump, and for some as ibtracert finds them. */
function comparePairs(fabric: ImportedFabric, run: (command: string, ...args: string[]) => string): void {
  const random = createRandom('pairs');
  const trace = createLidTracer(fabric);
  const { src_port } = fabric.network.links;
  const hosts = fabric.sink.rows('lids').filter(({ port }) => port > 0);
  const follow = createDumpFollower(run('cat', 'opensm.fdbs'), run('cat', 'topology'));
  for (let pair = 0; pair < PAIRS; pair++) {
    const [from, to] = [hosts[random.below(hosts.length)].lid, hosts[random.below(hosts.length)].lid];
    const ports = trace(from, to).links.map((link) => src_port[link]);
    expect(ports).toEqual(from === to ? [] : follow(from, to));
    if (pair >= TRACED || from === to) continue;
    const [traced] = parseIbtracert(
      `# ibtracert ${from} ${to}\n${run('ibtracert', String(from), String(to))}`,
    );
    expect(ports).toEqual(traced.hops.map((hop) => Number(hop.split(' ')[0])));
  }
}

/** A second, plain reading of the two files: out ports from LID to LID. */
function createDumpFollower(fdbs: string, topology: string): (from: number, to: number) => number[] {
  const tables = new Map<string, Map<number, number>>();
  for (const block of fdbs.split('dump_ucast_routes: Switch 0x').slice(1)) {
    const entries = [...block.matchAll(/^0x(\w+) : (\d+) /gm)].map((m): [number, number] => [
      parseInt(m[1], 16),
      Number(m[2]),
    ]);
    tables.set(block.slice(0, 16), new Map(entries));
  }
  const peers = new Map<string, string>();
  const hosts = new Map<number, string>();
  for (const record of topology.split('vendid=').slice(1)) {
    const id = /^\w+\t\d+ "[SH]-(\w+)"/m.exec(record)![1];
    for (const [, port, peer] of record.matchAll(/^\[(\d+)\].*?"[SH]-(\w+)"/gm))
      peers.set(`${id} ${port}`, peer);
    const lid = /# lid (\d+) lmc/.exec(record)?.[1];
    if (lid) hosts.set(Number(lid), id);
  }
  return (from, to) => {
    const ports = [1];
    let node = peers.get(`${hosts.get(from)} 1`)!;
    while (node !== hosts.get(to)) {
      const port = tables.get(node)!.get(to)!;
      ports.push(port);
      node = peers.get(`${node} ${port}`)!;
    }
    return ports;
  };
}

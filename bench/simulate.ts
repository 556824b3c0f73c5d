import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createRandom } from '@weft/model';
import { findWorkload } from '@weft/simulate';

/**
 * The same messages through our event model and through SimGrid: messages per CPU second, peak memory, completion
 * times. Both pay for starting the ranks and for every message; neither for building the machine. SimGrid comes from Debian's libsimgrid-dev; without it only our figures are printed.
 */
const BYTES = 65_536;
const PACKET = 4096;

interface Case {
  readonly machine: 'tree4096' | 'tree1024' | 'torus1024';
  readonly ranks: number;
  readonly workload: 'uniform' | 'halo' | 'shift';
  readonly params: Record<string, unknown>;
}

const cases: readonly Case[] = [
  { machine: 'tree4096', ranks: 4096, workload: 'uniform', params: { messages: 5 } },
  { machine: 'tree4096', ranks: 4096, workload: 'halo', params: { sides: [16, 16, 16], periodic: true } },
  { machine: 'tree4096', ranks: 4096, workload: 'shift', params: { shift: 1234, iterations: 16 } },
  { machine: 'tree1024', ranks: 1024, workload: 'uniform', params: { messages: 20 } },
  {
    machine: 'tree1024',
    ranks: 1024,
    workload: 'halo',
    params: { sides: [8, 8, 16], periodic: true, iterations: 4 },
  },
  { machine: 'tree1024', ranks: 1024, workload: 'shift', params: { shift: 321, iterations: 20 } },
  { machine: 'torus1024', ranks: 1024, workload: 'uniform', params: { messages: 2 } },
  {
    machine: 'torus1024',
    ranks: 1024,
    workload: 'halo',
    params: { sides: [8, 8, 16], periodic: true, iterations: 2 },
  },
  { machine: 'torus1024', ranks: 1024, workload: 'shift', params: { shift: 4, iterations: 4 } },
];

interface Figures {
  readonly messages: number;
  readonly cpu: number;
  readonly memory: number;
  readonly end: number;
}

/** With words, only the cases that have them all in their name, as `tree4096 shift` or `load`. */
export async function run(words: readonly string[] = []): Promise<void> {
  const wanted = (name: string) => words.every((word) => name.includes(word));
  const folder = mkdtempSync(join(tmpdir(), 'weft-bench-'));
  try {
    const peer = buildPeer(folder);
    if (!peer) console.log('SimGrid is not here (Debian: libsimgrid-dev); our figures alone');
    for (const one of cases) if (wanted(`${one.machine} ${one.workload}`)) runCase(one, folder, peer);
    if (wanted('load')) await runLoads();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function runCase(one: Case, folder: string, peer: string | null): void {
  const file = join(folder, 'messages.bin');
  writeMessages(file, one);
  const simgrid = peer ? runPeer(peer, file, one.machine) : null;
  const label = `${one.machine} ${one.workload}`.padEnd(20);
  if (simgrid) console.log(`${label} SimGrid         ${describe(simgrid)}`);
  for (const [name, packet] of [
    ['whole messages', 0],
    ['4 KiB packets', PACKET],
  ] as const) {
    const ours = runOurs<Figures>(file, one.machine, packet);
    const ratio = simgrid ? `  ${(rate(ours) / rate(simgrid)).toFixed(1)} x SimGrid` : '';
    const later = simgrid ? `, end ${percent(ours.end / simgrid.end - 1)}` : '';
    console.log(`${label} ${name.padEnd(15)} ${describe(ours)}${ratio}${later}`);
    const { hopsCost } = runOurs<{ hopsCost: number }>(file, one.machine, packet, 'hops');
    console.log(`${label} ${'  with hops'.padEnd(15)} ${percent(hopsCost)} CPU`);
  }
}

/** Ranks, phases, and for each phase its number of messages and their ends, as 32-bit integers. */
function writeMessages(file: string, { workload, ranks, params }: Case): void {
  const found = findWorkload(workload);
  if (!found) throw new Error(workload);
  const phases = [...found.phases(ranks, found.params.parse({ ...params, bytes: BYTES }), createRandom(1))];
  const words: number[] = [ranks, phases.length];
  for (const { src, dst } of phases) {
    words.push(src.length);
    for (let m = 0; m < src.length; m++) words.push(src[m], dst[m]);
  }
  writeFileSync(file, new Uint8Array(Int32Array.from(words).buffer));
}

function buildPeer(folder: string): string | null {
  if (!existsSync('/usr/include/simgrid/s4u.hpp')) return null;
  const source = fileURLToPath(new URL('peers/simgrid-messages.cpp', import.meta.url));
  const program = join(folder, 'simgrid-messages');
  execFileSync('g++', ['-O2', '-std=c++17', source, '-o', program, '-lsimgrid']);
  return program;
}

function runPeer(program: string, file: string, machine: string): Figures {
  const settings = ['--cfg=network/model:CM02', '--cfg=network/crosstraffic:0', '--log=root.thres:critical'];
  return lastJson(execFileSync(program, [file, machine, String(BYTES), ...settings], { encoding: 'utf8' }));
}

function runOurs<T>(file: string, machine: string, packet: number, word = ''): T {
  const script = fileURLToPath(new URL('peers/simulate-messages.ts', import.meta.url));
  const args = ['--import', 'tsx', script, file, machine, String(BYTES), String(packet), word];
  return lastJson(execFileSync(process.execPath, args, { encoding: 'utf8' }));
}

function lastJson<T>(text: string): T {
  return JSON.parse(text.trim().split('\n').at(-1) ?? '');
}

function rate({ messages, cpu }: Figures): number {
  return messages / cpu;
}

function describe(figures: Figures): string {
  const perSecond = Math.round(rate(figures)).toLocaleString('en-US').padStart(9);
  const end = (figures.end * 1e6).toFixed(1).padStart(8);
  return `${perSecond} messages/CPU s ${String(figures.memory).padStart(5)} MB  ends at ${end} us`;
}

function percent(share: number): string {
  return `${share >= 0 ? '+' : '−'}${Math.abs(share * 100).toFixed(1)} %`;
}

/** The load model: all-to-all of 1296 nodes, once and ten times, and of 3200, and ten million messages on 65,536. */
async function runLoads(): Promise<void> {
  const script = fileURLToPath(new URL('peers/simulate-loads.ts', import.meta.url));
  for (const machine of ['36,4,1296', '36,4,1296,10', '40,8,3200', '64,64,65536']) {
    const args = ['--import', 'tsx', script, machine];
    console.log(execFileSync(process.execPath, args, { encoding: 'utf8' }).trim());
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await run(process.argv.slice(2));

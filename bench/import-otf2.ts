import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { importFiles } from '@weft/readers';
import { requireCommands } from '../test/tools/debian-packages.ts';
import { haloArchive } from './otf2-halo-archive.ts';

const here = dirname(fileURLToPath(import.meta.url));
const output = join(here, 'output');
const BYTES = 352e6;

interface Run {
  readonly seconds: number;
  readonly text: string;
}

/** Import of an OTF2 archive from the start of the process to its end, beside otf2-print and a reader in C. */
export async function run(): Promise<void> {
  requireCommands(
    ['otf2-print', 'gcc', 'otf2-config'],
    ['gcc', 'libc6-dev', 'otf2-tools', 'libotf2-trace-dev'],
  );
  mkdirSync(output, { recursive: true });
  const anchor = process.env.WEFT_BENCH_OTF2 ?? haloArchive(join(output, 'otf2-halo'), BYTES);
  const bytes = eventBytes(anchor);
  const counter = compileCounter();
  console.log(`OTF2 archive: ${(bytes / 1e6).toFixed(0)} MB of events`);
  timed(counter, [anchor]);
  const count = best(3, () => timed(counter, [anchor]));
  const print = timed('sh', ['-c', 'otf2-print "$0" > /dev/null 2>&1', anchor]);
  const dry = best(3, () => timedChild('count', anchor));
  const bare = best(2, () => timedChild('decode', anchor));
  const full = timedChild('import', anchor);
  checkEqual(count.text, dry.text);
  const line = (name: string, { seconds }: Run, peer: Run | null, peerName = '') =>
    console.log(
      `  ${name.padEnd(34)} ${seconds.toFixed(2).padStart(6)} s ${(bytes / 1e6 / seconds).toFixed(0).padStart(5)} MB/s` +
        (peer ? `   ${(peer.seconds / seconds).toFixed(2)} x ${peerName}` : ''),
    );
  line('otf2-print > /dev/null', print, null);
  line('C reader on the OTF2 library', count, null);
  line('weft, dry run', dry, count, 'the C reader');
  line('weft, decoded and matched', bare, print, 'otf2-print');
  line('weft, finished dataset', full, print, 'otf2-print');
  for (const [name, { text }] of Object.entries({ 'dry run': dry, decoded: bare, dataset: full })) {
    console.log(`  peak memory, ${name}: ${JSON.parse(text).memory} MB`);
  }
}

function best(times: number, once: () => Run): Run {
  const runs = Array.from({ length: times }, once);
  return runs.reduce((least, run) => (run.seconds < least.seconds ? run : least));
}

function timed(command: string, args: readonly string[]): Run {
  const start = performance.now();
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} failed: ${stderr}`);
  return { seconds: (performance.now() - start) / 1000, text: stdout };
}

function timedChild(mode: string, anchor: string): Run {
  return timed(process.execPath, ['--import', 'tsx', fileURLToPath(import.meta.url), mode, anchor]);
}

function checkEqual(native: string, own: string): void {
  const [expected, found] = [native, own].map((text) => JSON.parse(text));
  for (const key of ['events', 'sends', 'receives', 'sendBytes']) {
    if (expected[key] !== found[key])
      throw new Error(`${key}: the C reader has ${expected[key]}, weft ${found[key]}`);
  }
}

function eventBytes(anchor: string): number {
  const folder = anchor.replace(/\.otf2$/, '');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.evt'))
    .reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
}

function compileCounter(): string {
  const source = join(here, 'peers', 'otf2-count.c');
  const target = join(output, 'otf2-count');
  if (existsSync(target) && statSync(target).mtimeMs > statSync(source).mtimeMs) return target;
  const flags = (kind: string) => timed('otf2-config', [kind]).text.trim().split(/\s+/).filter(Boolean);
  timed('gcc', [
    '-O2',
    '-o',
    target,
    source,
    ...flags('--cflags'),
    ...flags('--ldflags'),
    ...flags('--libs'),
  ]);
  return target;
}

/** What the measured processes do: count, decode and match without writing, or import into a dataset. */
async function child(mode: string, anchor: string): Promise<void> {
  const nowhere = { write: async () => {} };
  if (mode !== 'import') {
    print((await importFiles([anchor], nowhere, { dryRun: mode === 'count' })).sets[0].counts);
    return;
  }
  const { createDataset } = await import('@weft/store');
  const folder = mkdtempSync(join(tmpdir(), 'weft-bench-'));
  try {
    const writer = await createDataset(join(folder, 'trace.weft'));
    const report = await importFiles([anchor], writer);
    await writer.finish(report.facts);
    print(report.sets[0].counts);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function print(counts: Readonly<Record<string, number>>): void {
  const memory = Math.round(process.resourceUsage().maxRSS / 1024);
  console.log(JSON.stringify({ ...counts, memory }));
}

const [, script, mode, anchor] = process.argv;
if (script && import.meta.url === pathToFileURL(script).href) {
  if (mode && anchor) await child(mode, anchor);
  else await run();
}

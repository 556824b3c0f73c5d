import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { requireCommands } from '../test/tools/debian-packages.ts';
import { type Measured, measureCommand } from './measure-command.ts';
import { haloArchive } from './otf2-halo-archive.ts';

const here = dirname(fileURLToPath(import.meta.url));
const output = join(here, 'output');
const weft = join(here, '../apps/cli/bin/weft.js');
const BYTES = 352e6;

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
  await measureCommand(counter, [anchor]);
  const count = await best(3, () => measureCommand(counter, [anchor]));
  const print = await measureCommand('otf2-print', [anchor], true);
  const dry = await best(3, () => runWeft(anchor, ['--dry-run']));
  checkEqual(count.stdout, dry.stdout);
  const bare = await best(2, () => intoDataset(anchor, ['--no-spans']));
  const full = await best(2, () => intoDataset(anchor, []));
  const line = (name: string, run: Measured, peer: Measured | null, peerName = '') =>
    console.log(
      `  ${name.padEnd(34)} ${run.seconds.toFixed(2).padStart(6)} s ${run.cpuSeconds.toFixed(2).padStart(6)} CPU s` +
        `${(bytes / 1e6 / run.seconds).toFixed(0).padStart(5)} MB/s ${(run.memory / 1e6).toFixed(0).padStart(5)} MB of memory` +
        (peer ? `   ${(peer.seconds / run.seconds).toFixed(2)} x ${peerName}` : ''),
    );
  line('otf2-print > /dev/null', print, null);
  line('C reader on the OTF2 library', count, null);
  line('weft import --dry-run', dry, count, 'the C reader');
  line('weft import --no-spans', bare, print, 'otf2-print');
  line('weft import', full, print, 'otf2-print');
}

function runWeft(anchor: string, flags: readonly string[]): Promise<Measured> {
  return measureCommand(process.execPath, [weft, 'import', anchor, '--json', ...flags]);
}

async function intoDataset(anchor: string, flags: readonly string[]): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'weft-bench-'));
  try {
    return await runWeft(anchor, ['-o', join(folder, 'trace.weft'), ...flags]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function best(times: number, once: () => Promise<Measured>): Promise<Measured> {
  let least = await once();
  for (let turn = 1; turn < times; turn++) {
    const run = await once();
    if (run.seconds < least.seconds) least = run;
  }
  return least;
}

function checkEqual(native: string, own: string): void {
  const expected = JSON.parse(native);
  const found = JSON.parse(own).formats[0].counts;
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
  const flags = ['--cflags', '--ldflags', '--libs'].flatMap((kind) =>
    execFileSync('otf2-config', [kind], { encoding: 'utf8' }).trim().split(/\s+/).filter(Boolean),
  );
  execFileSync('gcc', ['-O2', '-o', target, source, ...flags]);
  return target;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await run();

import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Measured, measureCommand } from './measure-command.ts';
import { replicateTrace } from './replicate-dumpi.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const weft = join(root, 'apps/cli/bin/weft.js');
const LEAST_BYTES = 300e6;
/** Measured on another machine of this kind, for where dumpi2ascii cannot be run. */
const QUOTED_DUMPI2ASCII = 50e6;

/** DUMPI: from the start of the process to the finished dataset, beside dumpi2ascii printing the same trace. */
export async function run(): Promise<void> {
  const scratch = mkdtempSync(join(tmpdir(), 'weft-bench-'));
  try {
    const trace = join(scratch, 'trace');
    const bytes = makeTrace(scratch, trace);
    const print = await printWithTool(trace, bytes);
    console.log(`trace: ${megabytes(bytes)} in ${readdirSync(trace).length} files`);
    console.log(`${print.name}: ${rate(bytes, print)}`);
    for (const flags of [['--dry-run'], ['--no-spans'], [], ['--memory', '1G']]) {
      const output = flags.includes('--dry-run') ? [] : ['-o', join(scratch, 'run.weft'), '--force'];
      const measured = await measureCommand(process.execPath, [weft, 'import', trace, ...flags, ...output]);
      const ratio = (print.seconds / measured.seconds).toFixed(2);
      const name = `weft import ${flags.join(' ')}`.trim();
      console.log(
        `${name}: ${rate(bytes, measured)}, ${ratio} x ${print.name}, ${megabytes(measured.memory)} of memory`,
      );
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** A real application's trace beside the repository where there is one, else a small one, repeated. */
function makeTrace(scratch: string, target: string): number {
  const shared = process.env.WEFT_SHARED ?? join(root, '..', 'shared');
  const archive = join(shared, 'fixtures/dumpi/own/lammps-eam27/trace.tar.gz');
  let source = join(root, 'fixtures/dumpi/amr16');
  if (existsSync(archive)) {
    source = join(scratch, 'source');
    execFileSync('mkdir', ['-p', source]);
    execFileSync('tar', ['-xzf', archive, '-C', source]);
  }
  const once = replicateTrace(source, target, 1);
  const twice = replicateTrace(source, target, 2);
  return replicateTrace(source, target, Math.ceil(LEAST_BYTES / (twice - once)) + 1);
}

type Timed = Pick<Measured, 'seconds' | 'cpuSeconds'>;

/** dumpi2ascii of sst-dumpi from the path or from DUMPI2ASCII; else the quoted figure. */
async function printWithTool(trace: string, bytes: number): Promise<Timed & { name: string }> {
  const tool = process.env.DUMPI2ASCII ?? 'dumpi2ascii';
  if (spawnSync(tool, ['--help']).error) {
    const seconds = bytes / QUOTED_DUMPI2ASCII;
    return { name: 'dumpi2ascii (quoted figure)', seconds, cpuSeconds: seconds };
  }
  const files = readdirSync(trace).filter((name) => name.endsWith('.bin'));
  const total = { name: 'dumpi2ascii', seconds: 0, cpuSeconds: 0 };
  for (const file of files) {
    const { seconds, cpuSeconds } = await measureCommand(tool, [join(trace, file)], true);
    total.seconds += seconds;
    total.cpuSeconds += cpuSeconds;
  }
  return total;
}

function rate(bytes: number, { seconds, cpuSeconds }: Timed): string {
  return `${(bytes / seconds / 1e6).toFixed(0)} MB/s (${seconds.toFixed(1)} s, ${cpuSeconds.toFixed(1)} CPU s)`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(0)} MB`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await run();

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeTrace } from './make-trace.ts';
import { type Measured, measureCommand } from './measure-command.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const weft = join(root, 'apps/cli/bin/weft.js');
const LEAST_BYTES = 300e6;
const ROUNDS = 3;
/** Measured on another machine of this kind, for where dumpi2ascii cannot be run. */
const QUOTED_DUMPI2ASCII = 50e6;

/** DUMPI: from the start of the process to the finished dataset, beside dumpi2ascii printing the same trace. */
export async function run(): Promise<void> {
  const scratch = mkdtempSync(join(tmpdir(), 'weft-bench-'));
  try {
    const trace = join(scratch, 'trace');
    const bytes = makeTrace(scratch, trace, LEAST_BYTES);
    // Else the disk is still busy with the trace when the first datasets are written.
    execFileSync('sync');
    const tool = await findTool(trace, bytes);
    const runs: readonly Run[] = [
      tool,
      ...[['--dry-run'], ['--no-spans'], [], ['--memory', '1G']].map((flags) =>
        importWith(flags, trace, scratch),
      ),
    ];
    const best = await bestOf(ROUNDS, runs);
    console.log(`trace: ${megabytes(bytes)} in ${readdirSync(trace).length} files; best of ${ROUNDS} rounds`);
    const [peer, ...own] = best;
    console.log(`${tool.name}: ${rate(bytes, peer)}`);
    own.forEach((measured, at) => {
      const ratio = (peer.seconds / measured.seconds).toFixed(2);
      const memory = megabytes(measured.memory);
      console.log(
        `${runs[at + 1].name}: ${rate(bytes, measured)}, ${ratio} x ${tool.name}, ${memory} of memory`,
      );
    });
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

type Timed = Pick<Measured, 'seconds' | 'cpuSeconds' | 'memory'>;

interface Run {
  readonly name: string;
  measure(): Promise<Timed>;
}

/** Round by round, so that a slow minute of the machine is no one's disadvantage. */
async function bestOf(rounds: number, runs: readonly Run[]): Promise<Timed[]> {
  const best: Timed[] = [];
  for (let round = 0; round < rounds; round++) {
    for (const [at, run] of runs.entries()) {
      const measured = await run.measure();
      if (round === 0 || measured.seconds < best[at].seconds) best[at] = measured;
    }
  }
  return best;
}

function importWith(flags: readonly string[], trace: string, scratch: string): Run {
  const dataset = join(scratch, 'run.weft');
  const output = flags.includes('--dry-run') ? [] : ['-o', dataset];
  return {
    name: `weft import ${flags.join(' ')}`.trim(),
    measure: () => {
      rmSync(dataset, { recursive: true, force: true });
      return measureCommand(process.execPath, [weft, 'import', trace, ...flags, ...output]);
    },
  };
}

/** dumpi2ascii of sst-dumpi from the path or from DUMPI2ASCII; else the quoted figure. */
async function findTool(trace: string, bytes: number): Promise<Run> {
  const tool = process.env.DUMPI2ASCII ?? 'dumpi2ascii';
  if (spawnSync(tool, ['--help']).error) {
    const seconds = bytes / QUOTED_DUMPI2ASCII;
    const quoted = { seconds, cpuSeconds: seconds, memory: 0 };
    return { name: 'dumpi2ascii (quoted figure)', measure: async () => quoted };
  }
  const files = readdirSync(trace).filter((name) => name.endsWith('.bin'));
  return {
    name: 'dumpi2ascii',
    measure: () =>
      printAll(
        tool,
        files.map((file) => join(trace, file)),
      ),
  };
}

async function printAll(tool: string, files: readonly string[]): Promise<Timed> {
  const total = { seconds: 0, cpuSeconds: 0, memory: 0 };
  for (const file of files) {
    const { seconds, cpuSeconds, memory } = await measureCommand(tool, [file], true);
    total.seconds += seconds;
    total.cpuSeconds += cpuSeconds;
    total.memory = Math.max(total.memory, memory);
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

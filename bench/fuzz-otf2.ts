import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createRandom, type Random } from '@weft/model';
import {
  FuzzArchive,
  type Mutation,
  meaningfulBytes,
  mutationKinds,
} from '../packages/readers/test/otf2/fuzz-case.ts';

const CASES = Number(process.env.WEFT_FUZZ_CASES ?? 100_000);
const SLOW_MS = 2_000;
const fixtures = fileURLToPath(new URL('../fixtures/otf2/', import.meta.url));

/** Mutated archives by the hundred thousand: each must end in data or in an error that names its place. */
export async function run(): Promise<void> {
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'weft-fuzz-'));
  try {
    const names = ['p-bswap8', 'p-icoll8', 'ez-bswap2-8'];
    const archives = names.map((name) => new FuzzArchive(fixtures + name, join(folder, name)));
    await fuzz(archives, createRandom('otf2'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function fuzz(archives: readonly FuzzArchive[], random: Random): Promise<void> {
  const outcomes = { data: 0, error: 0 };
  const started = performance.now();
  let slowest = 0;
  for (let i = 0; i < CASES; i++) {
    const mutations = Array.from({ length: 1 + random.below(4) }, () => randomMutation(random));
    const keepGoing = random.below(2) === 0;
    const dryRun = random.below(4) === 0;
    const before = performance.now();
    try {
      outcomes[await archives[i % archives.length].run(mutations, keepGoing, dryRun)]++;
    } catch (error) {
      console.error(`case ${i}:`, JSON.stringify({ mutations, keepGoing, dryRun }));
      throw error;
    }
    slowest = Math.max(slowest, performance.now() - before);
  }
  const seconds = (performance.now() - started) / 1000;
  const memory = Math.round(process.resourceUsage().maxRSS / 1024);
  console.log(
    `OTF2 fuzzing: ${CASES} cases in ${seconds.toFixed(0)} s, ${outcomes.data} data, ${outcomes.error} errors`,
  );
  console.log(`  slowest case ${slowest.toFixed(0)} ms, peak memory ${memory} MB`);
  if (slowest > SLOW_MS) console.log(`  a case took longer than ${SLOW_MS} ms`);
}

function randomMutation(random: Random): Mutation {
  return {
    file: random.below(60),
    kind: mutationKinds[random.below(mutationKinds.length)],
    at: random.next(),
    from: random.next(),
    length: 1 + random.below(24),
    value: random.below(2) === 0 ? random.below(256) : meaningfulBytes[random.below(meaningfulBytes.length)],
  };
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await run();

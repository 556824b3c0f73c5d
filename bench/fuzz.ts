import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createRandom } from '@weft/model';
import { writeRing } from '../apps/server/test/write-ring.ts';
import { fuzz, fuzzTargets } from '../test/hard/fuzz/targets.ts';

/** Files that change with every case stay in memory where they can. */
const MEMORY = '/dev/shm';

/** CASES damaged inputs of each target (1,000,000 unless told; a slow one gets its share), or of TARGET alone. */
export async function run(): Promise<void> {
  const cases = Number(process.env.CASES ?? 1_000_000);
  const folder = mkdtempSync(join(existsSync(MEMORY) ? MEMORY : tmpdir(), 'weft-fuzz-'));
  try {
    await writeRing(join(folder, 'ring.weft'));
    const targets = await fuzzTargets(join(folder, 'ring.weft'), join(folder, 'damaged.weft'));
    for (const target of targets.filter(({ name }) => name.startsWith(process.env.TARGET ?? ''))) {
      const own = Math.ceil(cases / target.cost);
      const began = performance.now();
      const refused = await fuzz(target, own, createRandom(`bench ${target.name}`));
      const seconds = ((performance.now() - began) / 1000).toFixed(0);
      console.log(`${target.name}: ${own} cases, ${refused} refused, in ${seconds} s`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await run();

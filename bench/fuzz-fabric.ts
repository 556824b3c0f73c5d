import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fuzzFabric } from '../packages/fabric/test/support/fuzz-fabric.ts';
import { fuzzSets } from '../packages/fabric/test/support/fuzz-sets.ts';

/** Many more damaged files of fabrics than the tests have time for: CASES of each set (20,000 unless told), or of SET alone. */
export async function run(): Promise<void> {
  const cases = Number(process.env.CASES ?? 20_000);
  const scratch = mkdtempSync(join(tmpdir(), 'weft-fuzz-'));
  try {
    const chosen = Object.entries(fuzzSets).filter(([name]) => name.startsWith(process.env.SET ?? ''));
    for (const [name, files] of chosen) {
      const started = performance.now();
      const { imported, refused } = await fuzzFabric(files, join(scratch, 'case'), cases, `bench ${name}`);
      const seconds = ((performance.now() - started) / 1000).toFixed(0);
      const memory = (process.memoryUsage().rss / 1e6).toFixed(0);
      console.log(
        `${name}: ${imported} imported, ${refused} refused in ${seconds} s, ${memory} MB of memory`,
      );
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await run();

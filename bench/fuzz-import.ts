import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fuzzImport } from '../packages/readers/test/fuzz-import.ts';

const fixtures = fileURLToPath(new URL('../fixtures', import.meta.url));
const sets: readonly [folder: string, pattern: RegExp, files: number][] = [
  ['dumpi/bswap8', /\.(bin|meta)$/, 2],
  ['dumpi/misc6', /\.bin$/, 2],
  ['dumpi/amr16', /\.bin$/, 2],
  ['dumpi-text/bswap8', /\.txt$/, 1],
  ['ipm', /bswap8.*\.xml$/, 1],
];

/** Many more damaged inputs than the tests have time for: CASES of each set (100,000 unless told), or of SET alone. */
export async function run(): Promise<void> {
  const cases = Number(process.env.CASES ?? 100_000);
  const scratch = mkdtempSync(join(tmpdir(), 'weft-fuzz-'));
  try {
    const chosen = sets.filter(([folder]) => folder.startsWith(process.env.SET ?? ''));
    for (const [folder, pattern, most] of chosen) {
      const files = readdirSync(join(fixtures, folder))
        .filter((name) => pattern.test(name))
        .slice(0, most)
        .map((name) => ({ name, bytes: readFileSync(join(fixtures, folder, name)) }));
      const started = performance.now();
      const { imported, refused } = await fuzzImport(files, join(scratch, 'case'), cases, `bench ${folder}`);
      const seconds = ((performance.now() - started) / 1000).toFixed(0);
      const memory = (process.memoryUsage().rss / 1e6).toFixed(0);
      console.log(
        `${folder}: ${imported} imported, ${refused} refused in ${seconds} s, ${memory} MB of memory`,
      );
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await run();

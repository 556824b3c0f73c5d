import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';

const weft = fileURLToPath(new URL('../../bin/weft.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'weft-watch-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [weft, ...args], { cwd: folder }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr });
    });
  });
}

/** Counts its calls in a file and prints what two ports have sent until then; the third call fails. */
const SAMPLER = `n=$(cat count 2>/dev/null || echo 0); n=$((n + 1)); echo $n > count
[ -f start ] || date +%s > start; t=$(($(cat start) + n))
if [ $n -eq 3 ]; then echo 'no answer' >&2; exit 1; fi
printf 'time,node,port,PortXmitPkts\\n%d,node1,1,%d\\n%d,node2,1,%d\\n' $t $((n * 10)) $t $((n * 100))
`;

test('a command of the shell is sampled; a call that fails is told, its amounts come with the next', {
  timeout: 120_000,
}, async () => {
  writeFileSync(join(folder, 'edges.csv'), 'source,target\nnode1,top\nnode2,top\n');
  writeFileSync(join(folder, 'sampler.sh'), SAMPLER);
  const imported = await run('import', 'edges.csv', '-o', 'site.weft');
  expect(imported.stderr).toBe('');
  const watched = await run(
    ...['watch', '--counters', 'sh sampler.sh', '--interval', '50ms', '--samples', '5', '-o', 'site.weft'],
  );
  expect(watched.code).toBe(0);
  expect(watched.stderr.match(/weft watch: .*/g)?.length).toBe(1);
  expect(watched.stdout).toMatch(/^5 samples, 8 rows, 1 could not be read/);
  expect(readFileSync(join(folder, 'count'), 'utf8').trim()).toBe('6');
  const query = `SELECT v.name, sum(value)::BIGINT AS sent FROM counters c JOIN links l ON l.id = c.link
    JOIN vertices v ON v.id = l.src WHERE c.metric <> 'routes' GROUP BY 1 ORDER BY 1`;
  const { stdout } = await run('sql', 'site.weft', query, '--format', 'csv');
  expect(stdout.trim().split('\n')).toEqual(['name,sent', 'node1,50', 'node2,500']);
});

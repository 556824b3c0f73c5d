import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { replicateTrace } from '../../../bench/replicate-dumpi.ts';
import { runCommand } from './run-command.ts';

const weft = fileURLToPath(new URL('../bin/weft.js', import.meta.url));
const fixtures = fileURLToPath(new URL('../../../fixtures', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'weft import ü-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (...args: string[]) => runCommand(args, folder);

const MATRIX = 'select src, dst, sum(count) n, sum(bytes) b from messages group by src, dst order by 1, 2';

test('the byte matrix of an imported trace is the truth', async () => {
  const trace = join(fixtures, 'dumpi', 'misc6');
  const imported = await run('import', trace, '-o', 'misc.weft', '--calls', 'p2p');
  expect(imported.code).toBe(0);
  expect(imported.stdout).toMatch(/^misc, 6 ranks: wrote misc\.weft \([\d.,]+\skB\), read [\d.,]+\skB in /);
  const { stdout } = await run('sql', 'misc.weft', MATRIX, '--format', 'csv');
  const lines = (text: string) => text.trim().split(/\r?\n/).slice(1);
  const truth = lines(readFileSync(join(trace, 'p2p.csv'), 'utf8'));
  expect(lines(stdout)).toEqual(truth);
  const info = await run('info', 'misc.weft');
  expect(info.stdout).toContain('RECEIVES-CANCELLED');
});

test('refuses a dataset that is there, unless forced', async () => {
  const trace = join(fixtures, 'dumpi', 'bswap8');
  expect((await run('import', trace, '-o', 'twice.weft')).code).toBe(0);
  const second = await run('import', trace, '-o', 'twice.weft');
  expect(second).toMatchObject({ code: 1, stdout: '' });
  expect(second.stderr).toContain('DATASET-EXISTS');
  expect(second.stderr).toContain('--force');
  expect((await run('import', trace, '-o', 'twice.weft', '--force')).code).toBe(0);
});

test('--dry-run reads and counts, writes nothing, and speaks JSON', async () => {
  const before = readdirSync(folder);
  const { code, stdout } = await run('import', join(fixtures, 'dumpi', 'bswap8'), '--dry-run', '--json');
  expect(code).toBe(0);
  const report = JSON.parse(stdout);
  expect(report).toMatchObject({ dataset: null, rows: {} });
  expect(report.formats[0]).toMatchObject({
    format: 'dumpi',
    counts: { sends: 24, matched: 24, calls: 136 },
  });
  expect(readdirSync(folder)).toEqual(before);
});

test.each([
  ['dumpi/bswap8', 'DUMPI trace', 'version +13\\.0\\.0', 24, 24],
  ['ipm/bswap8.ipm.xml', 'IPM log', 'version +2\\.0\\.6', 31, 62],
  ['otf2/ez-bswap2-8', 'OTF2 archive', 'version +3\\.0\\.2', 62, 62],
])('%s: a filter in a dry run, and where a dataset came from', async (path, title, version, rows, sends) => {
  const input = join(fixtures, path);
  const dry = await run('import', input, '--dry-run', '--calls', 'p2p', '--json');
  expect(JSON.parse(dry.stdout).rows).toMatchObject({ messages: rows });
  expect(JSON.parse(dry.stdout).rows.collectives).toBeUndefined();
  expect((await run('import', input, '-o', 'from.weft', '--force', '--calls', 'p2p')).code).toBe(0);
  const { stdout } = await run('info', 'from.weft');
  expect(stdout).toMatch(
    new RegExp(`^Import\\n  format +${title}.*\\n  source +${input}\\n  files +\\d+\\n  bytes `, 'm'),
  );
  expect(stdout).toMatch(new RegExp(`^  ${version}$`, 'm'));
  expect(stdout).toMatch(new RegExp(`^  found sends +${sends}$`, 'm'));
});

test('wrong use is told apart from failure', async () => {
  expect((await run('import')).code).toBe(2);
  expect((await run('import', 'x', '--threads', 'many')).code).toBe(2);
  const nowhere = await run('import', join(fixtures, 'dumpi', 'bswap8'));
  expect(nowhere.stderr).toContain('NO-OUTPUT');
  expect(nowhere.code).toBe(2);
  const absent = await run('import', 'nothing here', '-o', 'x.weft');
  expect(absent).toMatchObject({ code: 1 });
  expect(absent.stderr).toContain('FILE-NOT-FOUND');
  expect(existsSync(join(folder, 'x.weft'))).toBe(false);
});

test('errors are JSON where the report would be, and names of files do not steer the terminal', async () => {
  const absent = await run('import', 'nothing here', '-o', 'x.weft', '--json');
  expect(absent.code).toBe(1);
  expect(JSON.parse(absent.stderr)).toMatchObject({
    error: { code: 'FILE-NOT-FOUND', file: 'nothing here' },
  });
  const steering = await run('import', 'red\u001b[31m\u009b', '-o', 'x.weft');
  expect(steering.stderr).toContain('red\\u001b[31m\\u009b');
  expect(steering.stderr).not.toContain('\u001b');
});

test('what is no trace is named for what it is', async () => {
  writeFileSync(join(folder, 'run.zip'), Buffer.from('504b030414000000', 'hex'));
  writeFileSync(join(folder, 'run.bz2'), 'BZh91AY&SY');
  writeFileSync(join(folder, 'run.xz'), Buffer.from('fd377a585a000004', 'hex'));
  writeFileSync(join(folder, 'profile.cubex'), 'anything');
  const named = async (name: string) => (await run('import', name, '-o', 'x.weft')).stderr;
  expect(await named('run.zip')).toContain('this is a zip archive');
  expect(await named('run.bz2')).toContain('this is packed by bzip2');
  expect(await named('run.xz')).toContain('this is packed by xz');
  expect(await named('profile.cubex')).toContain('this is a Cube profile');
});

test('damaged input fails whole, or is imported in part with --keep-going', async () => {
  const trace = join(folder, 'cut');
  cpSync(join(fixtures, 'dumpi', 'bswap8'), trace, { recursive: true });
  const name = readdirSync(trace).find((file) => file.endsWith('-0007.bin')) as string;
  writeFileSync(join(trace, name), readFileSync(join(trace, name)).subarray(0, 300));
  const strict = await run('import', trace, '-o', 'cut.weft');
  expect(strict.stderr).toMatch(/TRUNCATED: .*-0007\.bin, offset 245, record 5, MPI_Waitall/);
  expect(existsSync(join(folder, 'cut.weft'))).toBe(false);
  const rest = await run('import', trace, '-o', 'cut.weft', '--keep-going');
  expect(rest.code).toBe(0);
  expect(rest.stdout).toContain('FILES-TRUNCATED');
});

/** Rows of a table and a sum over all they say, whatever their order. */
async function contents(dataset: string, table: string): Promise<string> {
  const query = `select count(*) n, bit_xor(hash(t)) h from ${table} t`;
  return (await run('sql', dataset, query, '--format', 'csv')).stdout;
}

test('threads that write parts themselves, or hand their rows over, write what one thread writes', async () => {
  for (const [name, flags] of [
    ['all', []],
    ['some', ['--calls', 'p2p']],
  ] as const) {
    for (const threads of ['1', '3']) {
      const dataset = `${name}-${threads}.weft`;
      expect((await run('import', largeTrace(), '-o', dataset, '--threads', threads, ...flags)).code).toBe(0);
    }
    const ownParts = readdirSync(join(folder, `${name}-3.weft`, 'messages')).filter((part) =>
      /thread/.test(part),
    );
    expect(ownParts.length > 0).toBe(name === 'all');
    for (const table of ['messages', 'spans', 'collectives', 'calls']) {
      const expected = await contents(`${name}-1.weft`, table);
      if (table === 'messages') expect(expected).toMatch(/^n,h\r?\n[1-9]\d+,\d+/);
      expect(await contents(`${name}-3.weft`, table)).toBe(expected);
    }
  }
});

/** Large enough for threads. */
function largeTrace(): string {
  const trace = join(folder, 'large');
  if (!existsSync(trace)) {
    const bytes = replicateTrace(join(fixtures, 'dumpi', 'masterworker16'), trace, 500);
    expect(bytes).toBeGreaterThan(20e6);
  }
  return trace;
}

test('Ctrl-C leaves nothing behind', async () => {
  // Takes seconds, so that even on a busy machine the signal comes in the middle of it.
  const trace = join(folder, 'huge');
  replicateTrace(join(fixtures, 'dumpi', 'masterworker16'), trace, 2000);
  const args = ['import', trace, '-o', 'stopped.weft', '--repair-clocks', '--expand-collectives'];
  const before = readdirSync(folder).sort();
  const temporary = () =>
    readdirSync(tmpdir()).filter((name) => /^weft-(match|unpack|text)-/.test(name)).length;
  const leftBefore = temporary();
  const child = spawn(process.execPath, [weft, ...args], { cwd: folder });
  let stderr = '';
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  const started = () => readdirSync(folder).some((name) => name.startsWith('.stopped.weft'));
  while (!started() && child.exitCode === null) await new Promise((resolve) => setTimeout(resolve, 5));
  child.kill('SIGINT');
  const code = await new Promise((resolve) => child.on('exit', resolve));
  expect(code).toBe(130);
  expect(stderr).toContain('CANCELLED');
  expect(readdirSync(folder).sort()).toEqual(before);
  expect(temporary()).toBe(leftBefore);
});

test('puts the ranks of a trace on a network that is recognised from a list of cables', async () => {
  const hosts = Array.from({ length: 16 }, (_, i) => `node${i} leaf${i >> 2}`);
  const cables = Array.from({ length: 16 }, (_, i) => `leaf${i >> 2} spine${i % 4}`);
  writeFileSync(join(folder, 'cables.txt'), ['# two layers', ...hosts, ...cables].join('\n'));
  const trace = join(fixtures, 'dumpi', 'bswap8');
  const args = ['import', trace, '-o', 'placed.weft', '--network', 'cables.txt', '--ranks-per-host', '2'];
  expect((await run(...args)).code).toBe(0);
  const ranks = await run('sql', 'placed.weft', 'select rank, host from ranks order by 1', '--format', 'csv');
  const rows = ranks.stdout.trim().split(/\r?\n/).slice(1);
  expect(rows.map((row) => row.split(',')[0])).toEqual(['0', '1', '2', '3', '4', '5', '6', '7']);
  expect(new Set(rows.map((row) => row.split(',')[1])).size).toBe(4);
  const info = JSON.parse((await run('info', 'placed.weft', '--json')).stdout);
  expect(info.network).toMatchObject({
    family: 'kary-ntree',
    params: { arity: 4, layers: 2 },
    vertices: { host: 16, switch: 8 },
  });
  expect(info.messageBytes).toBeGreaterThan(0);
  // On a tree of two layers a message crosses no link, two or four.
  const sums = `select (select sum(bytes) from loads) as loads, (select sum(value) from counters) as counters,
    (select sum(m.bytes * case when a.host = b.host then 0 when la.dst = lb.dst then 2 else 4 end)
     from messages m join ranks a on a.rank = m.src join ranks b on b.rank = m.dst
     join links la on la.src = a.host join links lb on lb.src = b.host) as expected`;
  const [found] = JSON.parse((await run('sql', 'placed.weft', sums, '--format', 'json')).stdout);
  expect(found.expected).toBeGreaterThan(0);
  const [first, last] = info.timeRange;
  expect((last - first) / info.interval).toBeLessThanOrEqual(1024);
  expect([found.loads, found.counters]).toEqual([found.expected, found.expected]);
});

test('replays the messages of a trace on its network and marks that as modelled', async () => {
  const trace = join(fixtures, 'dumpi', 'bswap8');
  const tree = ['--network', 'kary-ntree:arity=2,layers=3'];
  const speed = ['--bandwidth', '1 GB/s', '--latency', '200 ns', '--switch-delay', '50 ns'];
  expect((await run('import', trace, '-o', 'replayed.weft', ...tree, ...speed)).code).toBe(0);
  const info = JSON.parse((await run('info', 'replayed.weft', '--json')).stdout);
  expect(info.provenance.at(-1)).toEqual({
    kind: 'replay',
    facts: {
      modelled: 'hops: when messages cross the links, not measured',
      messages: 24,
      bandwidth: 1e9,
      latency: 200,
      switchDelay: 50,
    },
  });
  // Alone, a message of b bytes on h links arrives b + 200 h + 50 (h - 1) ns after it was sent; it never comes earlier.
  const sums = `select count(*) as messages, sum(links) as links, min(left_last + 200 - send_start - bytes - 200 * links
    - 50 * (links - 1) - waited) as least, max(left_last + 200 - send_start - bytes - 200 * links - 50 * (links - 1) - waited) as most
    from (select message, count(*) as links, max("left") as left_last, sum(waited) as waited from hops group by 1)
    join messages m on m.id = message`;
  const [found] = JSON.parse((await run('sql', 'replayed.weft', sums, '--format', 'json')).stdout);
  expect(found).toEqual({ messages: 24, links: 96, least: 0, most: 0 });
  expect((await run('import', trace, '-o', 'plain.weft', ...tree, '--no-replay')).code).toBe(0);
  const plain = JSON.parse((await run('info', 'plain.weft', '--json')).stdout);
  expect(plain.tables.hops ?? 0).toBe(0);
  const wrong = await run('import', trace, '-o', 'wrong.weft', ...tree, '--bandwidth', 'fast');
  expect(wrong.stderr).toContain('--bandwidth «fast» must be bytes per second');
});

test('says what a network is called where none of that name is known', async () => {
  const trace = join(fixtures, 'dumpi', 'bswap8');
  const missing = await run('import', trace, '-o', 'none.weft', '--network', './no-such-file.txt');
  expect(missing.code).not.toBe(0);
  expect(missing.stderr).toContain('fat-tree:ports=8');
  const small = await run('import', trace, '-o', 'none.weft', '--network', 'kary-ntree:arity=2,layers=2');
  expect(small.stderr).toContain('PLACEMENT-TOO-LARGE');
  expect(existsSync(join(folder, 'none.weft'))).toBe(false);
});

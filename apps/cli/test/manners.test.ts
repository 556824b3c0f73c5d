import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { WeftError } from '@weft/model';
import { createDataset } from '@weft/store';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commands } from '../src/commands/registry.ts';
import { runSqlShell } from '../src/sql/sql-shell.ts';
import { runCommand } from './run-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'weft-manners-'));
const weft = fileURLToPath(new URL('../bin/weft.js', import.meta.url));
const dataset = join(folder, 'run.weft');

beforeAll(async () => {
  const writer = await createDataset(dataset);
  await writer.finish({ title: 'empty' });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What bash offers for the last word. */
function complete(words: readonly string[]): string[] {
  const array = words.map((word) => `'${word}'`).join(' ');
  const script = `source '${folder}/bash'; COMP_WORDS=(${array}); COMP_CWORD=${words.length - 1}; _weft; echo "\${COMPREPLY[@]}"`;
  return execFileSync('bash', ['-c', script], { encoding: 'utf8' }).trim().split(' ');
}

test('shells complete commands, options and choices', async () => {
  writeFileSync(join(folder, 'bash'), (await runCommand(['completion', 'bash'])).stdout);
  expect(complete(['weft', 'sq'])).toEqual(['sql']);
  expect(complete(['weft', 'serve', '--pu'])).toEqual(['--public-url']);
  expect(complete(['weft', 'sql', '--format', ''])).toEqual(['table', 'csv', 'json']);
  for (const shell of ['zsh', 'fish']) {
    const { stdout } = await runCommand(['completion', shell]);
    for (const name of Object.keys(commands)) expect(stdout).toContain(name);
    writeFileSync(join(folder, shell), stdout);
    const checked = spawnSync(shell, ['-n', join(folder, shell)], { encoding: 'utf8' });
    if (checked.error === undefined) expect(checked.stderr).toBe('');
  }
  expect((await runCommand(['completion', 'tcsh'])).code).toBe(2);
});

test('the manual page has every command and reads as roff', async () => {
  const { stdout } = await runCommand(['man']);
  for (const name of Object.keys(commands)) expect(stdout).toContain(`.SS weft ${name} `);
  expect(stdout).toContain('weft sql study.weft < query.sql');
  expect(stdout.split('\n').filter((line) => /^\.(?!TH|SH|SS|TP|PP|B |I |nf|fi)/.test(line))).toEqual([]);
});

test('SQL is read from stdin', () => {
  for (const args of [[], ['-']]) {
    const input = 'select 6 * 7 as answer';
    const command = [weft, 'sql', dataset, ...args, '--format', 'csv'];
    expect(execFileSync(process.execPath, command, { input, encoding: 'utf8' })).toBe('answer\n42\n');
  }
});

test('a question about phases says how to get them where there are none', async () => {
  const { code, stderr } = await runCommand(['sql', dataset, 'select * from phase_traffic']);
  expect([code, stderr.trim()]).toEqual([0, `Phases are there after: weft phases ${dataset}`]);
});

test('the shell of SQL takes queries of several lines, says what is wrong, and keeps a history', async () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const historyFile = join(folder, 'home', 'history');
  const asked: string[] = [];
  const ask = async (query: string) => {
    asked.push(query);
    if (query.includes('wrong')) throw new WeftError({ code: 'SQL-ERROR', message: 'there is no wrong' });
    return '(1 row)';
  };
  const said = text(output);
  input.end('select 1\n  from jobs;\n.tables\nselect wrong;\n.quit\nselect 2;\n');
  await runSqlShell(ask, { input, output, historyFile });
  output.end();
  expect(asked).toEqual(['select 1\n  from jobs', 'select wrong']);
  expect(await said).toMatch(/\(1 row\)[\s\S]*link_traffic[\s\S]*there is no wrong/);
  expect(readFileSync(historyFile, 'utf8')).toBe('select 1 from jobs;\nselect wrong;\n');
});

test.each([
  ['serve', dataset, '--port', 'abc'],
  ['serve', dataset, '--public-url', 'here'],
  ['serve', dataset, '--allow-embedding', 'https://a/b'],
  ['sql', dataset, 'select 1', '--limit', 'many'],
  ['demo', 'no-such-study'],
])('weft %s with a wrong value ends with 2 and a sentence', async (...args) => {
  const { code, stderr } = await runCommand([...args, ...(args[0] === 'sql' ? [] : ['--no-open'])]);
  expect(code).toBe(2);
  expect(stderr).toMatch(/\.\s/);
});

test('a server that cannot listen says so and ends', () => {
  const args = [weft, 'serve', dataset, '--host', '192.0.2.1', '--port', '0', '--token', 'x', '--no-open'];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 20_000 });
  expect([status, stderr]).toEqual([1, expect.stringMatching(/^weft: CANNOT-LISTEN: /m)]);
});

test.each([
  ['SIGTERM', ''],
  ['SIGTERM', 'exec '],
  ['SIGKILL', 'exec '],
] as const)('a server that npm started ends with npm: %s, %s', async (signal, before) => {
  const serve = `${before}'${process.execPath}' '${weft}' serve '${dataset}' --port 0 --no-open --json`;
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts: { start: serve } }));
  const npm = spawn('npm', ['start', '--silent'], { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] });
  const url = await new Promise<string>((resolve) => {
    npm.stdout.once('data', (line) => resolve(JSON.parse(String(line)).url));
  });
  expect((await fetch(new URL('/healthz', url))).status).toBe(200);
  npm.kill(signal);
  await expect
    .poll(
      () =>
        fetch(new URL('/healthz', url)).then(
          () => 'there',
          () => 'gone',
        ),
      { timeout: 20_000 },
    )
    .toBe('gone');
});

test('output that does not fit on the disk is said in words', () => {
  for (const args of [['--help'], ['man'], ['info', dataset], ['sql', dataset, 'select 1', '--json']]) {
    const full = openSync('/dev/full', 'w');
    const { status, stderr } = spawnSync(process.execPath, [weft, ...args], {
      stdio: ['ignore', full, 'pipe'],
      encoding: 'utf8',
    });
    closeSync(full);
    expect([args, status, stderr]).toEqual([args, 1, expect.stringContaining('DISK-FULL')]);
    expect(stderr.trim().split('\n').length).toBe(1);
  }
});

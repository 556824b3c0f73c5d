import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { batchFromRows, tables } from '@weft/model';
import { createDataset } from '@weft/store';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { runCommand } from './run-command.ts';

const weft = fileURLToPath(new URL('../bin/weft.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'weft-cli-'));
const study = join(folder, 'study.weft');

afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeAll(async () => {
  const writer = await createDataset(study);
  const job = { id: 0, user: null, state: null, start: 0, end: 5e9 };
  await writer.write(
    'jobs',
    batchFromRows(tables.jobs, [
      { ...job, name: 'say "hi", all' },
      { ...job, id: 1, name: 'two\nlines', start: -1 },
    ]),
  );
  await writer.finish({
    title: 'A study',
    metrics: [{ name: 'xmit', unit: 'B', doc: 'sent', kind: 'amount' }],
  });
});

const run = (...args: string[]) => runCommand(args, folder);

test('--version and --help', async () => {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  expect(await run('--version')).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  for (const command of ['info', 'sql']) {
    const { code, stdout } = await run(command, '--help');
    expect(code).toBe(0);
    expect(stdout).toContain('Examples:');
  }
});

test('info for people and for programs', async () => {
  const { code, stdout } = await run('info', 'study.weft');
  expect(code).toBe(0);
  expect(stdout).toMatch(/^A study\n/);
  expect(stdout).toMatch(/time +0 \.\. 5000000000 ns \(5\u00a0s\)/);
  expect(stdout).toMatch(/^ {2}jobs +2$/m);
  expect(stdout).toMatch(/^ {2}xmit +B +amount +sent$/m);
  const facts = JSON.parse((await run('info', study, '--json')).stdout);
  expect(facts).toMatchObject({ name: 'study', duration: 5e9, tables: { jobs: 2, messages: 0 }, ranks: 0 });
});

test('sql as table, csv and json', async () => {
  const query = 'select id, name, start, 12345678901234567890 as big, 1e21 as large, 1e-7 as small from jobs';
  expect((await run('sql', study, query, '--format', 'csv')).stdout).toBe(
    [
      'id,name,start,big,large,small',
      '0,"say ""hi"", all",0,12345678901234567890,1000000000000000000000,0.0000001',
      '1,"two\nlines",,12345678901234567890,1000000000000000000000,0.0000001\n',
    ].join('\n'),
  );
  const json = (await run('sql', study, query, '--json')).stdout;
  expect(JSON.parse(json)[1]).toEqual({
    id: 1,
    name: 'two\nlines',
    start: null,
    big: '12345678901234567890',
    large: 1e21,
    small: 1e-7,
  });
  expect((await run('sql', study, 'select id, name, start from jobs')).stdout).toBe(
    [
      'id  name           start',
      '--  -------------  -----',
      ' 0  say "hi", all      0',
      ' 1  two\\nlines',
      '(2 rows)\n',
    ].join('\n'),
  );
  expect((await run('sql', study, 'select 1 where false', '--json')).stdout).toBe('[]\n');
});

test.each([
  ['no dataset', ['info', 'none.weft'], /^weft: DATASET-NOT-FOUND: .*none\.weft/],
  ['a text file', ['info', 'file.weft'], /^weft: NOT-A-DATASET: .*file\.weft/],
  ['an empty folder', ['info', 'empty.weft'], /^weft: NOT-A-DATASET: the folder is empty .*empty\.weft/],
  ['a newer manifest', ['info', 'newer.weft'], /^weft: DATASET-TOO-NEW: .*Update Weft/],
  ['a truncated table', ['info', 'short.weft'], /^weft: TABLE-DAMAGED: .*jobs/],
  ['a file', ['sql', 'study.weft', "select * from read_csv('/etc/passwd')"], /^weft: SQL-REFUSED: /],
  ['a mistake', ['sql', 'study.weft', 'selec 1'], /^weft: SQL-ERROR: .* line 1, column 1/],
  ['too many rows', ['sql', 'study.weft', 'from jobs', '--limit', '1'], /^weft: RESULT-TOO-LARGE: .*LIMIT/],
])('%s: exit 1 and one clear line', async (_, args, line) => {
  makeWrecks();
  const { code, stdout, stderr } = await run(...args);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(line);
  expect(stderr.trimEnd()).not.toContain('\n');
});

function makeWrecks(): void {
  writeFileSync(join(folder, 'file.weft'), 'hello');
  mkdirSync(join(folder, 'empty.weft'), { recursive: true });
  mkdirSync(join(folder, 'newer.weft'), { recursive: true });
  writeFileSync(join(folder, 'newer.weft/manifest.json'), '{"format":"weft","version":99}');
  mkdirSync(join(folder, 'short.weft/jobs'), { recursive: true });
  for (const name of ['manifest.json', 'jobs/part-000000.parquet']) {
    writeFileSync(join(folder, 'short.weft', name), readFileSync(join(study, name)));
  }
  truncateSync(join(folder, 'short.weft/jobs/part-000000.parquet'), 50);
}

test.each([
  ['no argument', ['info']],
  ['an unknown command', ['weave']],
  ['an unknown flag', ['info', 'study.weft', '--nope']],
  ['an unknown format', ['sql', 'study.weft', 'select 1', '--format', 'xml']],
  ['a bad limit', ['sql', 'study.weft', 'select 1', '--limit', '-3']],
])('%s: exit 2', async (_, args) => {
  const { code, stdout, stderr } = await run(...args);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(/error: /);
  expect(stderr).not.toMatch(/\n {4}at /);
});

test('a reader that goes away is no failure', async () => {
  const child = spawn(process.execPath, [weft, 'sql', study, 'from range(300000)', '--format', 'csv']);
  let stderr = '';
  child.stderr.on('data', (data) => {
    stderr += data;
  });
  child.stdout.once('data', () => child.stdout.destroy());
  const code = await new Promise((resolve) => child.once('close', resolve));
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
});

test('a port that is none, an empty token and a home that cannot be written get their own words', async () => {
  for (const port of ['x', '65536', '-1', '']) {
    const { code, stderr } = await run('serve', 'study.weft', '--no-open', '--port', port);
    expect([port, code]).toEqual([port, 2]);
    expect(stderr).toContain('Give a whole number from 0 to 65535.');
  }
  const token = await run(
    'serve',
    'study.weft',
    '--no-open',
    '--port',
    '0',
    '--host',
    '0.0.0.0',
    '--token',
    '',
  );
  expect(token.code).toBe(2);
  expect(token.stderr).toContain('BAD-TOKEN');
  writeFileSync(join(folder, 'file'), '');
  vi.stubEnv('WEFT_HOME', join(folder, 'file'));
  const home = await run('demo', 'binary-swap-4', '--no-open', '--port', '0');
  vi.unstubAllEnvs();
  expect(home.code).toBe(1);
  expect(home.stderr).toContain('HOME-NOT-WRITABLE');
});

test('a column is called as the query says, and JSON stays JSON whatever the text holds', async () => {
  const query = `select 1 as "__proto__", chr(155) || chr(127) || chr(27) as "constructor"`;
  const json = await run('sql', 'study.weft', query, '--json');
  for (const control of ['\u001b', '\u007f', '\u009b']) expect(json.stdout).not.toContain(control);
  const [row] = JSON.parse(json.stdout);
  expect(Object.entries(row)).toEqual([
    ['__proto__', 1],
    ['constructor', '\u009b\u007f\u001b'],
  ]);
  expect((await run('sql', 'study.weft', query)).stdout).toMatch(/^ *__proto__/);
});

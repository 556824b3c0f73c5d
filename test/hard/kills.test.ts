import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createRandom } from '@weft/model';
import { appendToDataset, cleanLeftovers, openDataset } from '@weft/store';
import { afterAll, describe, expect, it } from 'vitest';

const weft = fileURLToPath(new URL('../../apps/cli/bin/weft.js', import.meta.url));
const trace = fileURLToPath(new URL('../../fixtures/dumpi/bswap8', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'weft-kills-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const commands: Readonly<Record<string, readonly string[]>> = {
  simulate: ['simulate', 'binary-swap-8', '-o', 'out.weft', '--force'],
  import: ['import', trace, '-o', 'out.weft', '--force'],
};

function start(own: string, args: readonly string[], env: Record<string, string> = {}): ChildProcess {
  return spawn(process.execPath, [weft, ...args], {
    cwd: own,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

function exitOf(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => child.once('close', () => resolve()));
}

/** Runs a command undisturbed, the second time with its sources bundled: how long it takes, and the rows it writes. */
async function measure(command: string): Promise<{ milliseconds: number; rows: number }> {
  const own = join(folder, `${command}-whole`);
  mkdirSync(own);
  await exitOf(start(own, commands[command]));
  const began = performance.now();
  await exitOf(start(own, commands[command]));
  const milliseconds = performance.now() - began;
  return { milliseconds, rows: await messagesOf(join(own, 'out.weft')) };
}

async function messagesOf(path: string): Promise<number> {
  const dataset = await openDataset(path, { threads: 1 });
  const { rows } = await dataset.read({ table: 'messages', columns: ['id'] });
  await dataset.close();
  return rows;
}

/** Whatever was killed, the dataset is absent or whole, and the next command finds nothing in its way. */
async function expectWholeOrNothing(own: string, rows: number): Promise<void> {
  await cleanLeftovers(own);
  const left = readdirSync(own).filter((name) => !name.startsWith('.weft-unpack-'));
  expect(left).toEqual(existsSync(join(own, 'out.weft')) ? ['out.weft'] : []);
  if (left.length > 0) expect(await messagesOf(join(own, 'out.weft'))).toBe(rows);
}

/** Kills the command at random moments of its run until so many kills have hit it. */
async function killAtRandom(
  run: () => ChildProcess,
  milliseconds: number,
  kills: number,
  check: () => Promise<void>,
): Promise<void> {
  const random = createRandom('kills');
  for (let hits = 0, attempts = 0; hits < kills; attempts++) {
    expect(attempts).toBeLessThan(3 * kills);
    const child = run();
    const exit = exitOf(child);
    await new Promise((resolve) => setTimeout(resolve, (0.3 + 0.7 * random.next()) * milliseconds));
    if (child.exitCode === null && child.kill('SIGKILL')) hits++;
    await exit;
    await check();
  }
}

describe.each(Object.keys(commands))('kill -9 of weft %s', (command) => {
  it('at 30 random moments leaves the whole dataset or none', async () => {
    const { milliseconds, rows } = await measure(command);
    const own = join(folder, command);
    mkdirSync(own);
    await killAtRandom(
      () => start(own, commands[command]),
      milliseconds,
      30,
      () => expectWholeOrNothing(own, rows),
    );
  });

  it.each(['before', 'between', 'after'])(
    '6 times %s the renames of the commit loses nothing',
    async (step) => {
      const own = join(folder, `${command}-${step}`);
      mkdirSync(own);
      await exitOf(start(own, commands[command]));
      const rows = await messagesOf(join(own, 'out.weft'));
      for (let kill = 0; kill < 6; kill++) {
        const child = start(own, commands[command], { WEFT_TEST_COMMIT_PAUSE: step });
        const exit = exitOf(child);
        await new Promise((resolve) => child.stderr?.once('data', resolve));
        expect(child.exitCode).toBe(null);
        child.kill('SIGKILL');
        await exit;
        expect(await messagesOf(join(own, 'out.weft'))).toBe(rows);
        await expectWholeOrNothing(own, rows);
      }
    },
  );
});

const SAMPLER = `n=$(cat count 2>/dev/null || echo 0); n=$((n + 1)); echo $n > count
[ -f start ] || date +%s > start; t=$(($(cat start) + n))
printf 'time,node,port,PortXmitPkts\\n%d,node1,1,%d\\n%d,node2,1,%d\\n' $t $((n * 10)) $t $((n * 100))
`;

describe('kill -9 of weft watch', () => {
  it('at 10 random moments leaves a dataset that opens and grows', async () => {
    const own = join(folder, 'watch');
    mkdirSync(own);
    writeFileSync(join(own, 'edges.csv'), 'source,target\nnode1,top\nnode2,top\n');
    writeFileSync(join(own, 'sampler.sh'), SAMPLER);
    spawnSync(process.execPath, [weft, 'import', 'edges.csv', '-o', 'site.weft'], { cwd: own });
    const args = ['watch', '--counters', 'sh sampler.sh', '--interval', '20ms', '-o', 'site.weft'];
    let before = 0;
    await killAtRandom(
      () => start(own, args),
      3000,
      10,
      async () => {
        const dataset = await openDataset(join(own, 'site.weft'), { threads: 1 });
        const { rows } = await dataset.readTable('counters');
        await dataset.close();
        expect(rows).toBeGreaterThanOrEqual(before);
        before = rows;
      },
    );
    expect(before).toBeGreaterThan(0);
    await appendToDataset(join(own, 'site.weft'));
  });
});

describe('a disk that is full', () => {
  it('leaves the dataset before as it was, and no other, wherever it fills up', async () => {
    const own = join(folder, 'full');
    mkdirSync(own);
    await exitOf(start(own, commands.simulate));
    const rows = await messagesOf(join(own, 'out.weft'));
    cpSync(join(own, 'out.weft'), join(own, 'kept'), { recursive: true });
    for (const blocks of [0, 1, 2, 3, 4, 8, 12]) {
      const limited = `trap '' XFSZ; ulimit -f ${blocks}; exec "$0" "$@"`;
      const args = ['-c', limited, process.execPath, weft, ...commands.simulate];
      const { status, stderr } = spawnSync('/bin/sh', args, { cwd: own, encoding: 'utf8' });
      if (status !== 0) expect(stderr).toMatch(/^weft: [A-Z-]+: /m);
      expect(stderr).not.toContain('    at ');
      await cleanLeftovers(own);
      expect(readdirSync(own).sort()).toEqual(['kept', 'out.weft']);
      expect(await messagesOf(join(own, 'out.weft'))).toBe(rows);
    }
  });
});

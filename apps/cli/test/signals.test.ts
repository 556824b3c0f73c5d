import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';

const weft = fileURLToPath(new URL('../bin/weft.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'weft-signals-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** More messages than any machine routes while a test runs. */
const endless = {
  version: 1,
  title: 'Endless',
  network: { family: 'kary-ntree', params: { arity: 2, layers: 3 } },
  routing: 'd-mod-k',
  jobs: [{ name: 'job', ranks: 8, workload: { kind: 'uniform', messages: 1_000_000 }, repeat: 10 }],
  output: { messages: false, loads: false },
};

async function signalled(own: string, args: string[], signal: NodeJS.Signals) {
  const child = spawn(process.execPath, [weft, ...args], {
    cwd: own,
    env: { ...process.env, WEFT_HOME: own },
  });
  let stderr = '';
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  const exit = new Promise<number | null>((resolve) => child.on('exit', resolve));
  const started = () =>
    readdirSync(own, { recursive: true }).some((name) => String(name).includes('.partial-'));
  while (!started() && child.exitCode === null) await new Promise((resolve) => setTimeout(resolve, 10));
  child.kill(signal);
  return { code: await exit, stderr };
}

describe('one signal ends a command in order and leaves nothing:', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('%s while simulating', async (signal, exitCode) => {
    const own = join(folder, signal);
    mkdirSync(own);
    writeFileSync(join(own, 'endless.json'), JSON.stringify(endless));
    const { code, stderr } = await signalled(own, ['simulate', 'endless.json', '-o', 'out.weft'], signal);
    expect(stderr).toContain('CANCELLED');
    expect(code).toBe(exitCode);
    expect(readdirSync(own)).toEqual(['endless.json']);
  });

  it('SIGTERM while a study is generated', async () => {
    const own = join(folder, 'study');
    mkdirSync(own);
    const { code, stderr } = await signalled(own, ['demo', 'pipeline-4320', '--no-open'], 'SIGTERM');
    expect(stderr).toContain('CANCELLED');
    expect(code).toBe(143);
    expect(readdirSync(join(own, 'studies'))).toEqual([]);
  });
});

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const checkout = fileURLToPath(new URL('../..', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'weft-package-'));
const folder = join(scratch, 'empty');
const installed = join(folder, 'node_modules/@weft-hpc/weft');
/** An empty home, so that nothing of this machine's user helps; npm keeps what it has fetched already. */
const env = {
  ...process.env,
  HOME: join(scratch, 'home'),
  XDG_DATA_HOME: join(scratch, 'home/data'),
  npm_config_cache: npmCache(),
};
const OTHER_RELEASES = ['22', '24'];
let servers: ChildProcess[] = [];

function npmCache(): string {
  return execFileSync('npm', ['config', 'get', 'cache'], { encoding: 'utf8' }).trim();
}

beforeAll(() => {
  mkdirSync(env.HOME, { recursive: true });
  mkdirSync(folder, { recursive: true });
  execFileSync('npm', ['run', 'package'], { cwd: checkout, stdio: 'ignore' });
  const [tarball] = readdirSync(join(checkout, 'dist')).filter((name) => name.endsWith('.tgz'));
  const args = ['install', '--no-audit', '--no-fund', '--prefix', folder, join(checkout, 'dist', tarball)];
  execFileSync('npm', args, { cwd: folder, env, stdio: 'ignore' });
});
afterAll(() => {
  for (const server of servers) server.kill();
  servers = [];
  rmSync(scratch, { recursive: true, force: true });
});

/** Runs the installed command under a release of Node; '' = the one that runs this test. */
function weft(release: string, ...args: string[]): string {
  const bin = join(installed, 'bin/weft.js');
  const [command, ...before] =
    release === '' ? [process.execPath] : ['npx', '-y', '-p', `node@${release}`, 'node'];
  return execFileSync(command, [...before, bin, ...args], {
    cwd: folder,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}

/** Starts a command that serves, and gives its address. */
async function serve(...args: string[]): Promise<string> {
  const bin = join(installed, 'bin/weft.js');
  const server = spawn(process.execPath, [bin, ...args, '--no-open', '--port', '0', '--json'], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  servers.push(server);
  let text = '';
  for await (const chunk of server.stdout) {
    text += chunk;
    if (text.includes('\n')) return JSON.parse(text).url;
  }
  throw new Error(`weft ${args.join(' ')} ended without an address`);
}

describe('the package for npm', () => {
  it('brings no tool that builds it', () => {
    expect(readdirSync(join(folder, 'node_modules')).sort()).toEqual([
      '.bin',
      '.package-lock.json',
      '@duckdb',
      '@weft-hpc',
      'detect-libc',
    ]);
    expect(existsSync(join(installed, 'packages'))).toBe(false);
    const text = readFileSync(join(installed, 'lib/apps/cli/src/main.js'), 'utf8');
    expect(text).not.toContain(checkout);
  });

  it.each(['', ...OTHER_RELEASES])('imports and simulates under Node %s', (release) => {
    const trace = join(checkout, 'fixtures/dumpi/bswap8');
    weft(release, 'import', trace, '-o', `trace${release}.weft`);
    const counted = weft(release, 'sql', `trace${release}.weft`, 'select count(*) n from messages', '--json');
    expect(JSON.parse(counted)).toEqual([{ n: 24 }]);
    const scenario = join(installed, 'studies/binary-swap-8.json');
    weft(release, 'simulate', scenario, '-o', `run${release}.weft`);
    expect(JSON.parse(weft(release, 'info', `run${release}.weft`, '--json')).tables.messages).toBe(24);
  });

  it('serves a dataset with the page, and the studies', async () => {
    const url = await serve('serve', 'trace.weft');
    expect(await (await fetch(url)).text()).toContain('<title>Weft</title>');
    const [entry] = (await (await fetch(`${url}api/datasets`)).json()) as { id: string }[];
    expect(entry.id).toBe('trace');
    const gallery = await serve('demo', 'binary-swap-8');
    const studies = (await (await fetch(`${gallery.split('#')[0]}api/datasets`)).json()) as unknown[];
    expect(studies.length).toBeGreaterThan(20);
  });
});

/** Runs `npm start` in a fresh home and checks that page, data set list and a query answer. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const home = mkdtempSync(join(tmpdir(), 'weft-smoke-'));
const child = spawn('npm', ['start', '--', '--no-open', '--port', '0'], {
  env: { ...process.env, HOME: home, XDG_DATA_HOME: join(home, 'data') },
  stdio: ['ignore', 'pipe', 'inherit'],
  detached: true,
});

const stop = (code) => {
  try {
    process.kill(-child.pid, 'SIGTERM');
  } catch {
    // it has ended already
  }
  rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  process.exit(code);
};
const fail = (why) => {
  console.error(`smoke test failed: ${why}`);
  stop(1);
};
setTimeout(() => fail('no answer within 5 minutes'), 300_000).unref();
child.on('exit', (code) => fail(`npm start ended with code ${code}`));

let output = '';
let started = false;
child.stdout.on('data', (chunk) => {
  process.stdout.write(chunk);
  output += chunk;
  const url = output.match(/http:\/\/127\.0\.0\.1:\d+\//)?.[0];
  if (url && !started) {
    started = true;
    check(url).catch((error) => fail(error.message));
  }
});

async function check(url) {
  const page = await (await fetch(url)).text();
  if (!page.includes('<title>Weft')) throw new Error('the page has no title');
  const list = await (await fetch(new URL('api/datasets', url))).json();
  const ready = list.find((entry) => entry.ready);
  if (!ready) throw new Error('no data set is ready');
  const query = await fetch(new URL(`api/datasets/${ready.id}/query`, url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ table: 'links', columns: ['id'], limit: 1 }),
  });
  if (!query.ok) throw new Error(`a query answered ${query.status}`);
  console.log(`smoke test passed: ${list.length} data sets and studies, ${ready.id} answers queries`);
  stop(0);
}

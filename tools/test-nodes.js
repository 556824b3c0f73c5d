/** Runs the unit tests of packages under other releases of Node, which npm fetches: `npm run test:nodes -- packages/model`. */
import { spawnSync } from 'node:child_process';

const releases = [22, 24];
const folders = process.argv.slice(2);
const tests = folders.length > 0 ? folders : ['packages/model', 'packages/parts'];
const vitest = `node node_modules/vitest/vitest.mjs run --project unit ${tests.join(' ')}`;

for (const release of releases) {
  const command = `node --version && ${vitest}`;
  const { status } = spawnSync('npx', ['-y', '-p', `node@${release}`, '-c', command], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

/** `npm test`: lint, types, unit and property tests, browser tests; stops at the first stage that fails. */
import { spawnSync } from 'node:child_process';
import { ensureChromium } from './find-chromium.js';

const stages = [
  ['lint', 'npm', ['run', '--silent', 'lint']],
  ['types', 'npm', ['run', '--silent', 'types']],
  ['unit and property tests', 'npm', ['run', '--silent', 'unit']],
  ['page build', 'npm', ['run', '--silent', 'build']],
  ['browser tests', 'npm', ['run', '--silent', 'browser']],
];

let chromium;
try {
  chromium = ensureChromium();
} catch (error) {
  console.error(`browser tests cannot run: ${error.message}`);
  process.exit(1);
}

for (const [title, command, args] of stages) {
  const start = Date.now();
  console.log(`\n== ${title}`);
  const { status } = spawnSync(command, args, {
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: { ...process.env, CHROME_PATH: chromium },
  });
  if (status !== 0) {
    console.error(`\n${title} failed`);
    process.exit(status ?? 1);
  }
  console.log(`== ${title}: ${((Date.now() - start) / 1000).toFixed(0)} s`);
}
console.log('\nall tests passed');

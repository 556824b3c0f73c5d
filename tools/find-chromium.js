/** Finds the browser for tests and screenshots: CHROME_PATH, then the usual names. Never skips silently. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'microsoft-edge',
];
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** The path of a Chromium, or null. */
export function lookForChromium() {
  const given = process.env.CHROME_PATH;
  if (given) return existsSync(given) ? given : null;
  const folders = (process.env.PATH ?? '').split(delimiter);
  const candidates = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...candidates, ...PLACES].find((path) => existsSync(path)) ?? null;
}

/** The path of a Chromium; throws what to do where there is none. */
export function findChromium() {
  const found = lookForChromium();
  if (found) return found;
  throw new Error(
    process.env.CHROME_PATH
      ? `CHROME_PATH names ${process.env.CHROME_PATH}, which does not exist`
      : 'no Chromium found: install it (Debian, Ubuntu: apt-get install chromium) or set CHROME_PATH',
  );
}

/** Installs Debian's Chromium where there is none and we are root with apt; then as findChromium. */
export function ensureChromium() {
  const canInstall = process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0;
  if (!lookForChromium() && !process.env.CHROME_PATH && canInstall) {
    console.log('no Chromium found: installing it with apt-get');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    execFileSync('apt-get', ['update', '-q'], { stdio: 'inherit', env });
    execFileSync('apt-get', ['install', '-qy', '--no-install-recommends', 'chromium', 'fonts-dejavu-core'], {
      stdio: 'inherit',
      env,
    });
  }
  return findChromium();
}

import { fileURLToPath } from 'node:url';
import { type RunningServer, startServer } from '@weft/server';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { studyDatasets } from '../browser/weft-datasets.ts';
import type { BrowserDriver } from './browsers/browser-driver.ts';
import { eventually } from './browsers/eventually.ts';
import { startFirefox } from './browsers/start-firefox.ts';
import { startWebKit } from './browsers/start-webkit.ts';
import { requireCommands } from './debian-packages.ts';

const app = fileURLToPath(new URL('../../apps/web/', import.meta.url));
const VIEWS = ['fat-tree', 'machine', 'commgram', 'timeline', 'jobs'];

const COLLECT_FAULTS = `
  window.faults = [];
  addEventListener('error', ({ message }) => window.faults.push(message));
  addEventListener('unhandledrejection', ({ reason }) => window.faults.push(String(reason)));
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    window.faults.push(violatedDirective + ' ' + blockedURI));`;

/** Colours of the canvases of the page, thinned out; a picture that was not drawn has none or one. */
const COUNT_COLOURS = `
  const colours = new Set();
  for (const canvas of document.querySelectorAll('.panel canvas')) {
    const { width, height } = canvas;
    const { data } = canvas.getContext('2d').getImageData(0, 0, width, height);
    const pixels = new Uint32Array(data.buffer);
    for (let at = 0; at < pixels.length; at += 7) colours.add(pixels[at]);
  }
  return colours.size;`;

/** Fields and column heads whose text is wider than they are. */
const FIND_CLIPPED = `
  return [...document.querySelectorAll('input[type=number], th')]
    .filter((element) => element.offsetParent && element.scrollWidth > element.clientWidth + 1)
    .map((element) => element.outerHTML.slice(0, 120));`;

let server: RunningServer;

beforeAll(async () => {
  requireCommands(
    ['firefox-esr', 'WebKitWebDriver', 'Xvfb'],
    ['firefox-esr', 'webkit2gtk-driver', 'xvfb', 'fonts-dejavu-core'],
  );
  await build({ root: app, configFile: `${app}vite.config.ts`, logLevel: 'warn' });
  server = await startServer({ datasets: await studyDatasets(['code-cactus']), page: `${app}dist` });
});
afterAll(() => server?.close());

describe.each([
  ['Firefox', startFirefox],
  ['WebKitGTK', startWebKit],
] as const)('%s', (_, start) => {
  let browser: BrowserDriver;
  const settled = (): Promise<true> =>
    eventually(async () => {
      const idle = await browser.run<string>('return document.documentElement.dataset.idle');
      return idle === 'true' ? true : null;
    });

  beforeAll(async () => {
    browser = await start();
    await browser.goTo(server.url);
    await settled();
    await browser.run(COLLECT_FAULTS);
  });
  afterAll(() => browser?.close());

  it('shows the gallery', async () => {
    expect(await browser.run(`return document.querySelector('.card').textContent`)).toContain(
      'cactus on 64 ranks',
    );
    expect(await browser.run(FIND_CLIPPED)).toEqual([]);
  });

  it.each(VIEWS)('draws the view %s without a fault', async (view) => {
    await browser.run(`location.hash = '#/d/code-cactus?layout=${view}'`);
    await eventually(() =>
      browser.run(`return document.querySelector('.panel[data-view="${view}"]') && true`),
    );
    await settled();
    expect(
      await browser.run(
        `return [...document.querySelectorAll('[role=alert]')].map((one) => one.textContent)`,
      ),
    ).toEqual([]);
    if (view !== 'jobs') expect(await browser.run<number>(COUNT_COLOURS)).toBeGreaterThan(3);
    expect(await browser.run(FIND_CLIPPED)).toEqual([]);
    expect(await browser.run('return window.faults')).toEqual([]);
  });
});

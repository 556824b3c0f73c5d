import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type RunningServer, type ServerOptions, startServer } from '@weft/server';
import { views } from '@weft/views';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureChromium } from '../../tools/find-chromium.js';
import { openBrowser, settle, watchFaults } from '../browser/open-browser.ts';
import { studyDatasets } from '../browser/weft-datasets.ts';
import { requireCommands } from './debian-packages.ts';

/** Weft in the folder /weft/ of a site with TLS, behind Debian's nginx and a plain proxy_pass. */
const scratch = mkdtempSync(join(tmpdir(), 'weft-nginx-'));
const app = fileURLToPath(new URL('../../apps/web/', import.meta.url));
const STUDIES = ['binary-swap-4', 'torus-halo', 'pods-packed'];
/** Views of data that none of them has. */
const WITHOUT_DATA = ['dragonfly', 'call-profile'];

let browser: Browser;
let datasets: string[];
const running: (() => Promise<void> | void)[] = [];

beforeAll(async () => {
  requireCommands(['nginx', 'openssl'], ['nginx-light', 'openssl']);
  makeCertificate();
  await build({ root: app, configFile: `${app}vite.config.ts`, logLevel: 'warn' });
  datasets = await studyDatasets(STUDIES);
  // Playwright's own ignoring asks for each connection anew, and a busy machine then runs out of retries.
  browser = await openBrowser(ensureChromium(), ['--ignore-certificate-errors']);
});
afterAll(async () => {
  await browser?.close();
  for (const stop of running) await stop();
  rmSync(scratch, { recursive: true, force: true });
});

function makeCertificate(): void {
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const files = ['-keyout', join(scratch, 'key.pem'), '-out', join(scratch, 'certificate.pem')];
  const args = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...names, ...files];
  execFileSync('openssl', args, { stdio: 'ignore' });
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** `target`: what follows proxy_pass; `more`: further lines of the location. */
async function startNginx(port: number, target: string, more = ''): Promise<void> {
  const folder = mkdtempSync(join(scratch, 'nginx-'));
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const config = `
daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/errors;
events {}
http {
  access_log off;
  ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
  server {
    listen 127.0.0.1:${port} ssl;
    ssl_certificate ${scratch}/certificate.pem;
    ssl_certificate_key ${scratch}/key.pem;
    location /weft/ { proxy_pass ${target}; ${more} }
  }
}`;
  writeFileSync(join(folder, 'nginx.conf'), config);
  const nginx: ChildProcess = spawn('nginx', ['-c', join(folder, 'nginx.conf')], { stdio: 'ignore' });
  running.push(() => void nginx.kill());
  await answering(`https://localhost:${port}/`);
}

/** The site answers something, be it an error. */
async function answering(url: string): Promise<void> {
  const context = await browser.newContext({ ignoreHTTPSErrors: true });
  for (let attempts = 50; ; attempts--) {
    const answered = await context.request.get(url).then(
      () => true,
      () => false,
    );
    if (answered) return context.close();
    if (attempts === 0) throw new Error(`nginx does not answer at ${url}`);
    await setTimeout(100);
  }
}

async function startWeft(options: Partial<ServerOptions>): Promise<RunningServer> {
  const server = await startServer({ datasets, page: `${app}dist`, ...options });
  running.push(server.close);
  return server;
}

async function newPage(): Promise<{ page: Page; context: BrowserContext }> {
  const permissions = ['clipboard-read', 'clipboard-write'];
  const context = await browser.newContext({ permissions });
  context.setDefaultTimeout(120_000);
  return { page: await context.newPage(), context };
}

/** What the page says that does not work. */
async function failures(page: Page): Promise<string[]> {
  return page.locator('.status[role=alert], .card-failure').allTextContents();
}

async function open(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await settle(page);
}

describe.each([
  ['with a token, where the proxy takes the folder off', 'secret', '/'],
  ['without a token, where the proxy leaves the folder', undefined, ''],
])('behind nginx at /weft/, %s', (_, token, path) => {
  let server: RunningServer;

  beforeAll(async () => {
    const port = await freePort();
    server = await startWeft({ token, publicUrl: `https://localhost:${port}/weft/` });
    await startNginx(port, `http://127.0.0.1:${server.port}${path}`);
  });

  it('every view works', async () => {
    const { page, context } = await newPage();
    const faults = watchFaults(page, new URL(server.url).origin);
    await open(page, server.url);
    expect(await page.locator('.card h3').count()).toBe(STUDIES.length);
    const shown = new Set<string>();
    for (const study of STUDIES) {
      for (const { id } of views) {
        await open(page, `${server.plainUrl}#/d/${study}?layout=${id}`);
        expect([study, id, await failures(page)]).toEqual([study, id, []]);
        if ((await page.locator(`.panel[data-view="${id}"] .status`).count()) === 0) shown.add(id);
      }
    }
    expect(views.map(({ id }) => id).filter((id) => !shown.has(id))).toEqual(WITHOUT_DATA);
    expect(faults).toEqual([]);
    await context.close();
  });
});

describe('a link copied behind nginx', () => {
  it('brings a colleague in until it is ended', async () => {
    const port = await freePort();
    const server = await startWeft({ token: 'secret', publicUrl: `https://localhost:${port}/weft/` });
    await startNginx(port, `http://127.0.0.1:${server.port}/`);
    const owner = await newPage();
    await open(owner.page, `${server.url}#/d/torus-halo`);
    const pick = async (item: string) => {
      await owner.page.locator('.panel').first().hover();
      await owner.page.getByRole('button', { name: 'Panel menu' }).first().click();
      await owner.page.getByRole('menuitem', { name: item, exact: true }).click();
      await owner.page.locator('.notice').waitFor();
    };
    await pick('Copy link');
    const link = await owner.page.evaluate(() => navigator.clipboard.readText());
    expect(link.startsWith(`https://localhost:${port}/weft/?token=`)).toBe(true);
    expect(link).not.toContain('secret');

    const colleague = await newPage();
    await open(colleague.page, link);
    expect(await failures(colleague.page)).toEqual([]);
    expect(await colleague.page.locator('.panel').count()).toBeGreaterThan(0);

    await pick('End shared links');
    await colleague.page.reload();
    await settle(colleague.page);
    expect((await failures(colleague.page)).join()).toContain('ask for a new one');
    await Promise.all([owner.context.close(), colleague.context.close()]);
  });
});

describe('a proxy that is not set up', () => {
  it('shows the page, which names the missing address', async () => {
    const port = await freePort();
    const server = await startWeft({});
    await startNginx(port, `http://127.0.0.1:${server.port}/`);
    const { page, context } = await newPage();
    await open(page, `https://localhost:${port}/weft/#/d/torus-halo`);
    expect((await failures(page)).join()).toContain(`--public-url https://localhost:${port}/`);
    await context.close();
  });

  it('that sends its own name gets a page of advice', async () => {
    const port = await freePort();
    const server = await startWeft({});
    await startNginx(port, `http://127.0.0.1:${server.port}/`, 'proxy_set_header Host weft.example;');
    const { page, context } = await newPage();
    await page.goto(`https://localhost:${port}/weft/`);
    expect(await page.textContent('body')).toContain('--public-url https://weft.example/');
    await context.close();
  });

  it('that strips the token is named', async () => {
    const port = await freePort();
    const server = await startWeft({ token: 'secret', publicUrl: `https://localhost:${port}/weft/` });
    await startNginx(port, `http://127.0.0.1:${server.port}/`, 'proxy_set_header Authorization "";');
    const { page, context } = await newPage();
    await open(page, server.url);
    expect((await failures(page)).join()).toContain('must pass the header Authorization');
    await context.close();
  });
});

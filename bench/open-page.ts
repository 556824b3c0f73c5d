import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { createServer } from 'vite';

const candidates = [
  process.env.CHROME_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** Serves a folder of pages through Vite, opens one in headless Chromium with software GL, and cleans up. */
export async function withPage<T>(
  folder: string,
  path: string,
  use: (page: Page, browser: Browser) => Promise<T>,
): Promise<T> {
  const executablePath = candidates.find((candidate) => candidate && existsSync(candidate));
  if (!executablePath) throw new Error('no Chromium found: set CHROME_PATH');
  const server = await createServer({
    configFile: false,
    root: fileURLToPath(new URL(folder, import.meta.url)),
    logLevel: 'error',
    server: { host: '127.0.0.1', port: 0, hmr: false, watch: null },
  });
  await server.listen();
  const url = server.resolvedUrls?.local[0] ?? '';
  const browser = await chromium.launch({
    executablePath,
    // Chromium without a GPU: 2-D canvases are drawn by the processor, WebGL by SwiftShader.
    args: ['--no-sandbox', '--enable-unsafe-swiftshader'],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.goto(`${url}${path}`);
    return await use(page, browser);
  } finally {
    await browser.close();
    await server.close();
  }
}

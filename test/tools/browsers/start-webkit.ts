import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import type { BrowserDriver } from './browser-driver.ts';
import { eventually } from './eventually.ts';
import { stopProcess } from './stop-process.ts';

/** WebKitGTK's small browser on a display of its own, driven by WebDriver. */
export async function startWebKit(): Promise<BrowserDriver> {
  const { display, screen } = await startScreen();
  const port = await freePort();
  const env = { ...process.env, DISPLAY: display, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' };
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], { stdio: 'ignore', env });
  const base = `http://127.0.0.1:${port}/session`;
  const capabilities = { alwaysMatch: {} };
  const { sessionId } = await eventually(() => ask<{ sessionId: string }>(base, 'POST', { capabilities }));
  const session = `${base}/${sessionId}`;
  await ask(`${session}/window/rect`, 'POST', { width: 1280, height: 900 });
  return {
    goTo: async (url) => void (await ask(`${session}/url`, 'POST', { url })),
    run: (script) => ask(`${session}/execute/sync`, 'POST', { script, args: [] }),
    picture: async () => Buffer.from(await ask<string>(`${session}/screenshot`, 'GET'), 'base64'),
    async close() {
      await ask(session, 'DELETE').catch(() => undefined);
      await stopProcess(driver);
      await stopProcess(screen);
    },
  };
}

async function ask<T>(url: string, method: string, body?: object): Promise<T> {
  const response = await fetch(url, { method, body: body && JSON.stringify(body) });
  const { value } = (await response.json()) as { value: T };
  if (!response.ok) throw new Error(`${url}: ${JSON.stringify(value)}`);
  return value;
}

/** Xvfb chooses a free display and tells its number. */
async function startScreen(): Promise<{ display: string; screen: ChildProcess }> {
  const screen = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const number = await new Promise<string>((resolve, reject) => {
    screen.stdout.once('data', (data) => resolve(String(data).trim()));
    screen.once('exit', () => reject(new Error('Xvfb ended')));
  });
  return { display: `:${number}`, screen };
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

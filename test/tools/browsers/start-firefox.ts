import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserDriver } from './browser-driver.ts';
import { eventually } from './eventually.ts';
import { stopProcess } from './stop-process.ts';

/** Firefox without a window, driven by its own protocol (Marionette: `length:[type, id, command, parameters]`). */
export async function startFirefox(): Promise<BrowserDriver> {
  const profile = mkdtempSync(join(tmpdir(), 'weft-firefox-'));
  writeFileSync(join(profile, 'user.js'), 'user_pref("marionette.port", 0);\n');
  const args = ['--headless', '--marionette', '--no-remote', '--profile', profile];
  const child = spawn('firefox-esr', args, { stdio: 'ignore', env: { ...process.env, HOME: profile } });
  const port = await eventually(() => Number(readFileSync(join(profile, 'MarionetteActivePort'), 'utf8')));
  const socket = createConnection({ port, host: '127.0.0.1' });
  const ask = createMarionette(socket);
  await ask('WebDriver:NewSession', {});
  await ask('WebDriver:SetWindowRect', { width: 1280, height: 900 });
  return {
    goTo: async (url) => void (await ask('WebDriver:Navigate', { url })),
    run: async <T>(script: string) => (await ask('WebDriver:ExecuteScript', { script, args: [] })).value as T,
    picture: async () =>
      Buffer.from(String((await ask('WebDriver:TakeScreenshot', { full: false })).value), 'base64'),
    async close() {
      socket.destroy();
      await stopProcess(child);
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

type Ask = (command: string, parameters: object) => Promise<{ readonly value?: unknown }>;

function createMarionette(socket: Socket): Ask {
  const waiting = new Map<number, (answer: readonly unknown[]) => void>();
  let unread = Buffer.alloc(0);
  let next = 0;
  socket.on('data', (data) => {
    unread = Buffer.concat([unread, data]);
    for (let message = take(); message !== null; message = take()) {
      const answer: unknown = JSON.parse(message);
      if (Array.isArray(answer)) waiting.get(Number(answer[1]))?.(answer);
    }
  });
  const take = (): string | null => {
    const colon = unread.indexOf(':');
    const end = colon + 1 + Number(unread.subarray(0, colon).toString());
    if (colon < 0 || unread.length < end) return null;
    const message = unread.subarray(colon + 1, end).toString();
    unread = unread.subarray(end);
    return message;
  };
  return (command, parameters) =>
    new Promise((resolve, reject) => {
      const id = next++;
      waiting.set(id, ([, , error, result]) => {
        waiting.delete(id);
        if (error) reject(new Error(`${command}: ${JSON.stringify(error)}`));
        else resolve(typeof result === 'object' && result !== null ? result : {});
      });
      const text = JSON.stringify([0, id, command, parameters]);
      socket.write(`${Buffer.byteLength(text)}:${text}`);
    });
}

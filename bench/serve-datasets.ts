import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** `weft serve` as a process of its own, as its users run it. */
export async function serveDatasets(
  datasets: readonly string[],
): Promise<{ readonly url: string; readonly pid: number | undefined; close(): void }> {
  const weft = fileURLToPath(new URL('../apps/cli/bin/weft.js', import.meta.url));
  const server = spawn(process.execPath, [weft, 'serve', ...datasets, '--no-open', '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    let text = '';
    server.stdout.on('data', (chunk) => {
      text += chunk;
      const found = /http:\/\/\S+/.exec(text);
      if (found) resolve(found[0]);
    });
    server.once('exit', () => reject(new Error(`weft serve ended: ${text}`)));
  });
  return { url, pid: server.pid, close: () => void server.kill() };
}

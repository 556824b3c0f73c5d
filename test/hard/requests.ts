import { request } from 'node:http';

export function post(body: unknown): RequestInit {
  return { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

/** Milliseconds that something takes. */
export async function timed(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
}

interface RawAnswer {
  readonly status: number;
  readonly body: string;
}

/** fetch tidies paths and may not set Host; node:http sends what it is told. */
export function raw(
  url: string,
  path: string,
  headers: Record<string, string> = {},
  body?: string,
): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  const method = body === undefined ? 'GET' : 'POST';
  return new Promise((resolve, reject) => {
    const setHost = headers.host === undefined;
    const call = request({ hostname, port, path, headers, method, setHost }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: text }));
    });
    call.on('error', reject);
    call.end(body);
  });
}

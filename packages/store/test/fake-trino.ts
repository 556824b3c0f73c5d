import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';

export interface FakeAnswer {
  readonly status?: number;
  /** Where it sends the question on to. */
  readonly location?: string;
  /** Nothing is answered, or the connection is cut. */
  readonly fault?: 'silent' | 'cut';
  /** JSON as text, so that numbers keep their digits; `{next}` stands for the address of the next answer. */
  readonly body?: string;
}

export interface FakeTrino {
  readonly port: number;
  /** Answers given one after the other; the last one again and again. */
  answers: FakeAnswer[];
  readonly requests: {
    readonly method: string;
    readonly url: string;
    readonly headers: IncomingMessage['headers'];
  }[];
}

/** Speaks as much of Trino's protocol as a test scripts. */
export async function fakeTrino(): Promise<FakeTrino> {
  const requests: FakeTrino['requests'] = [];
  const server = createServer((request, response) => {
    requests.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers });
    if (request.method === 'DELETE') return response.writeHead(204).end();
    const {
      status = 200,
      body = '{}',
      location,
      fault,
    } = (fake.answers.length > 1 ? fake.answers.shift() : fake.answers[0]) ?? {};
    if (fault === 'silent') return;
    if (fault === 'cut') return response.socket?.destroy();
    if (location) response.setHeader('location', location);
    const next = `"http://elsewhere.invalid:1/v1/statement/executing/${requests.length}"`;
    return response.writeHead(status).end(body.replace('{next}', next));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });
  const fake: FakeTrino = { port: (server.address() as AddressInfo).port, answers: [], requests };
  return fake;
}

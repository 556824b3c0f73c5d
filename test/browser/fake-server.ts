import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { batchFromRows, type ErrorFacts, type Frame, type TableQuery, tableSchema } from '@weft/model';
import { encodeCube, encodeFrame } from './arrow-answer.ts';
import { createFakeFabric, type FakeFabric } from './fake-fabric.ts';

/** Answers the page's contract from generated tables, and keeps a list of what was asked. */
export interface FakeServer {
  readonly url: string;
  /** `METHOD /path` of every call of the API. */
  readonly calls: string[];
  /** Analyses that fail until their name is taken out. */
  readonly failing: Set<string>;
  /** Analyses whose client went away. */
  readonly cancelled: string[];
  close(): Promise<void>;
}

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; font-src 'self'; worker-src 'self' blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

export interface FakeServerOptions {
  readonly folder: string;
  readonly token?: string;
  readonly empty?: boolean;
}

export async function startFakeServer({ folder, token, empty }: FakeServerOptions): Promise<FakeServer> {
  const fabrics = new Map<string, FakeFabric>();
  if (!empty) fabrics.set('cluster', createFakeFabric({ id: 'cluster', title: 'Cluster, one day' }));
  const calls: string[] = [];
  const failing = new Set(['boom']);
  const cancelled: string[] = [];

  const answerApi = async (request: IncomingMessage, response: ServerResponse, path: string) => {
    calls.push(`${request.method} ${path}`);
    if (token && request.headers.authorization !== `Bearer ${token}`) {
      return sendError(response, 401, { code: 'TOKEN-NEEDED', message: 'the token is missing or wrong' });
    }
    const url = new URL(path, 'http://fake');
    const [, , group, id, action, name] = url.pathname.split('/').map(decodeURIComponent);
    if (group === 'datasets' && !id) return sendJson(response, empty ? [] : listEntries(fabrics));
    if (group === 'studies') return generateStudy(response, id, fabrics);
    const fabric = fabrics.get(id);
    if (!fabric) return sendError(response, 404, { code: 'DATASET-NOT-FOUND', message: `no dataset ${id}` });
    if (!action) return sendJson(response, { id, manifest: fabric.manifest });
    if (action === 'query') return answerQuery(response, fabric, JSON.parse(await readBody(request)));
    if (action === 'cube')
      return sendArrow(response, encodeCube(fabric.cube(url.searchParams.get('metric')!)));
    if (action === 'analyses') return answerAnalysis(response, fabric, name, failing, cancelled);
    return sendError(response, 404, { code: 'NOT-FOUND', message: path });
  };

  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    response.setHeader('Content-Security-Policy', POLICY);
    if (path.startsWith('/api/')) void answerApi(request, response, path);
    else sendFile(response, folder, path);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    calls,
    failing,
    cancelled,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function listEntries(fabrics: ReadonlyMap<string, FakeFabric>): unknown[] {
  const entry = (id: string, kind: string, title: string, description: string) => {
    const manifest = fabrics.get(id)?.manifest ?? null;
    return { id, kind, title, description, ready: manifest !== null, manifest };
  };
  return [
    entry(
      'tree',
      'study',
      'Hot links of a fat tree',
      'Where does the traffic of a day go? Some links carry three times the mean.',
    ),
    entry('cluster', 'dataset', 'Cluster, one day', 'Counters of 48 hosts, one reading a minute.'),
  ];
}

async function generateStudy(
  response: ServerResponse,
  id: string,
  fabrics: Map<string, FakeFabric>,
): Promise<void> {
  response.writeHead(200, { 'Content-Type': 'application/x-weft-frames' });
  for (let done = 1; done <= 8 && !response.destroyed; done++) {
    sendFrame(response, 1, json({ label: 'Generating counters', done, total: 8, unit: 'steps' }));
    await sleep(100);
  }
  fabrics.set(id, createFakeFabric({ id, title: 'Hot links of a fat tree' }));
  sendFrame(response, 4, new Uint8Array(0));
  response.end();
}

function answerQuery(response: ServerResponse, fabric: FakeFabric, query: TableQuery): void {
  const empty = batchFromRows(tableSchema(query.table), []) as Frame;
  sendArrow(response, encodeFrame(fabric.tables[query.table] ?? empty));
}

async function answerAnalysis(
  response: ServerResponse,
  fabric: FakeFabric,
  name: string,
  failing: ReadonlySet<string>,
  cancelled: string[],
): Promise<void> {
  response.writeHead(200, { 'Content-Type': 'application/x-weft-frames' });
  response.on('close', () => {
    if (!response.writableFinished) cancelled.push(name);
  });
  const rounds = name === 'slow' ? 50 : 1;
  for (let done = 1; done <= rounds && !response.destroyed; done++) {
    sendFrame(response, 1, json({ label: `Computing ${name}`, done, total: rounds, unit: 'steps' }));
    await sleep(name === 'slow' ? 100 : 1);
  }
  if (failing.has(name)) {
    const advice = 'Narrow the time range.';
    sendFrame(response, 3, json({ code: 'BOOM', message: `the analysis ${name} failed`, advice }));
  } else {
    sendFrame(response, 2, namedTable('jobs', encodeFrame(fabric.tables.jobs)));
  }
  sendFrame(response, 4, new Uint8Array(0));
  response.end();
}

function namedTable(name: string, table: Uint8Array): Uint8Array {
  return Buffer.concat([Buffer.from([name.length, 0]), Buffer.from(name), table]);
}

function sendFrame(response: ServerResponse, kind: number, payload: Uint8Array): void {
  const header = Buffer.alloc(5);
  header[0] = kind;
  header.writeUInt32LE(payload.length, 1);
  response.write(header);
  response.write(payload);
}

function json(value: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value));
}

function sendArrow(response: ServerResponse, body: Uint8Array): void {
  response.writeHead(200, {
    'Content-Type': 'application/vnd.apache.arrow.stream',
    'Content-Length': body.length,
  });
  response.end(body);
}

function sendJson(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify(value));
}

function sendError(response: ServerResponse, status: number, error: ErrorFacts): void {
  sendJson(response, { error }, status);
}

function sendFile(response: ServerResponse, folder: string, path: string): void {
  const { pathname } = new URL(path, 'http://fake');
  const file = normalize(pathname === '/' ? '/index.html' : pathname);
  try {
    const body = readFileSync(join(folder, file));
    response.writeHead(200, { 'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream' });
    response.end(body);
  } catch {
    response.writeHead(404).end();
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

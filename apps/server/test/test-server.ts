import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { batchFromRows, NetworkBuilder, networkTables, tables, type WorkContext } from '@weft/model';
import { createDataset } from '@weft/store';
import { afterAll } from 'vitest';
import { type RunningServer, type ServerOptions, startServer } from '../src/index.ts';

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'weft-server-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A ring of four hosts, two samples of its links, and a few messages. */
export async function writeRing(path: string): Promise<void> {
  const builder = new NetworkBuilder();
  for (let i = 0; i < 4; i++) builder.addVertex({ kind: 'host', name: `n${i}`, coord: [i] });
  for (let i = 0; i < 4; i++)
    builder.addCable({ from: i, to: (i + 1) % 4, direction: '+a', reverseDirection: '-a' });
  const { vertices, links } = networkTables(builder.build());
  const writer = await createDataset(path);
  await writer.write('vertices', vertices);
  await writer.write('links', links);
  const counters = [1, 2].flatMap((step) =>
    Array.from({ length: 8 }, (_, link) => ({
      time: step * 60e9,
      link,
      metric: 'data',
      value: step * 1e12 + link,
    })),
  );
  await writer.write('counters', batchFromRows(tables.counters, counters));
  const message = { job: 0, tag: 1, comm: 0, call: 'MPI_Send', recv_start: 5, recv_end: 9 };
  const messages = Array.from({ length: 6 }, (_, i) => ({
    ...message,
    id: i,
    src: i % 4,
    dst: (i + 1) % 4,
    bytes: 2 ** 40 + i,
    send_start: i,
    send_end: i + 1,
  }));
  await writer.write('messages', batchFromRows(tables.messages, messages));
  await writer.finish({
    title: 'Ring of four',
    interval: 60e9,
    metrics: [{ name: 'data', unit: 'B', doc: '', kind: 'amount' }],
    network: { family: 'torus', params: { sizes: [4] } },
  });
}

/** A study that reports progress at each step and then writes the ring; `generations` counts how often it ran. */
export function ringStudy(folder: string, steps = 2) {
  const path = join(folder, 'ring-study.weft');
  const study = {
    id: 'ring-study',
    title: 'Ring study',
    description: 'made on demand',
    group: 'Which links are full?',
    question: 'Is there a hot link?',
    seconds: 1,
    path,
    generations: 0,
    cancelled: false,
    generate: async (context: WorkContext) => {
      study.generations++;
      for (let done = 1; done <= steps && !context.signal?.aborted; done++) {
        context.onProgress?.({ label: 'making', done, total: steps, unit: 'steps' });
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      study.cancelled = context.signal?.aborted ?? false;
      if (!study.cancelled) await writeRing(path);
    },
  };
  return study;
}

export async function testServer(options: ServerOptions): Promise<RunningServer & { call: typeof fetch }> {
  const server = await startServer(options);
  afterAll(() => server.close());
  const call: typeof fetch = (path, init) => fetch(new URL(String(path), server.url), init);
  return { ...server, call };
}

export function post(body: unknown, headers: Record<string, string> = {}): RequestInit {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  };
}

export const asJson = { accept: 'application/json' };

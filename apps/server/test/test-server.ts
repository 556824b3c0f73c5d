import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WorkContext } from '@weft/model';
import { afterAll } from 'vitest';
import { type RunningServer, type ServerOptions, startServer } from '../src/index.ts';
import { writeRing } from './write-ring.ts';

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'weft-server-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
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

import { join } from 'node:path';
import { type Progress, textAt } from '@weft/model';
import { readAnswer } from '@weft/protocol';
import { describe, expect, it } from 'vitest';
import { post, temporaryFolder, testServer } from './test-server.ts';
import { writeRing } from './write-ring.ts';

const folder = temporaryFolder();

/** Notes from which datasets others are made, and makes rings. */
function notePlacing() {
  const seen: string[] = [];
  const placeOnNetwork = async (from: string, { onProgress }: { onProgress?: (told: Progress) => void }) => {
    seen.push(from);
    onProgress?.({ label: 'placing', done: 1, total: 2, unit: 'rows' });
    const path = join(folder, `placed-${seen.length}.weft`);
    await writeRing(path);
    return path;
  };
  return { seen, placeOnNetwork };
}

async function idOf(response: Response, noted: Progress[] = []): Promise<string | null> {
  const { made } = await readAnswer(response.body!, (progress) => noted.push(progress));
  const { dataset } = made.columns;
  return 'codes' in dataset ? textAt(dataset, 0) : null;
}

describe('putting a trace on a network', () => {
  it('makes one dataset that is listed, however often it is asked for', async () => {
    const path = join(folder, 'trace.weft');
    await writeRing(path);
    const { seen, placeOnNetwork } = notePlacing();
    const { call } = await testServer({ datasets: [path], placeOnNetwork });
    const noted: Progress[] = [];
    const id = await idOf(await call('/api/datasets/trace/place', post({})), noted);
    expect([id, seen]).toEqual(['placed-1', [path]]);
    expect(noted).toEqual([{ label: 'placing', done: 1, total: 2, unit: 'rows' }]);
    expect(await idOf(await call('/api/datasets/trace/place', post({})))).toBe(id);
    expect(seen.length).toBe(1);
    const list = (await (await call('/api/datasets')).json()) as { id: string }[];
    expect(list.map((entry) => entry.id)).toEqual(['trace', id]);
  });

  it('is not offered where the server does not do it, and not for datasets that are not there', async () => {
    const without = await testServer({ datasets: [] });
    expect((await without.call('/api/datasets/trace/place', post({}))).status).toBe(404);
    const { placeOnNetwork } = notePlacing();
    const { call } = await testServer({ datasets: [], placeOnNetwork });
    await expect(idOf(await call('/api/datasets/gone/place', post({})))).rejects.toMatchObject({
      code: 'DATASET-NOT-FOUND',
    });
  });
});

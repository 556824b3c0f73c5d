import { readAnswer } from '@weft/protocol';
import { describe, expect, it } from 'vitest';
import { createStudyRunner } from '../src/study-runner.ts';
import { ringStudy, temporaryFolder, testServer } from './test-server.ts';

describe('a study', () => {
  it('is generated once for all who ask, with progress, and is ready then', async () => {
    const study = ringStudy(temporaryFolder());
    const { call } = await testServer({ datasets: [], studies: [study] });
    expect(await (await call('/api/datasets')).json()).toMatchObject([
      { id: 'ring-study', ready: false, manifest: null },
    ]);
    expect((await call('/api/datasets/ring-study')).status).toBe(409);

    const answers = await Promise.all([1, 2].map(() => call('/api/studies/ring-study', { method: 'POST' })));
    let progress = 0;
    for (const answer of answers) {
      const tables = await readAnswer(answer.body!, () => {
        progress++;
      });
      expect(tables).toEqual({});
    }
    expect(progress).toBeGreaterThan(0);
    expect(study.generations).toBe(1);
    expect(await (await call('/api/datasets')).json()).toMatchObject([{ id: 'ring-study', ready: true }]);
  });

  it('is cancelled when its only client goes away', async () => {
    const study = ringStudy(temporaryFolder(), 500);
    const { call } = await testServer({ datasets: [], studies: [study] });
    const abort = new AbortController();
    const answer = await call('/api/studies/ring-study', { method: 'POST', signal: abort.signal });
    await answer.body!.getReader().read();
    abort.abort();
    await expect.poll(() => study.cancelled, { timeout: 10_000 }).toBe(true);
  });

  it('that is opened again while it is being cancelled is generated anew', async () => {
    const study = ringStudy(temporaryFolder(), 20);
    const runner = createStudyRunner();
    const first = new AbortController();
    const left = runner.generate(study, first.signal, () => first.abort());
    await expect(left).rejects.toMatchObject({ code: 'CANCELLED' });
    const progress: number[] = [];
    await runner.generate(study, new AbortController().signal, ({ done }) => progress.push(done));
    expect(study.generations).toBe(2);
    expect(progress).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
  });

  it('that is reloaded again and again while it is generated is ready in the end, and POST then does nothing', async () => {
    const study = ringStudy(temporaryFolder(), 10);
    const { call } = await testServer({ datasets: [], studies: [study] });
    for (let reload = 0; reload < 8; reload++) {
      const abort = new AbortController();
      const answer = await call('/api/studies/ring-study', { method: 'POST', signal: abort.signal });
      await answer.body!.getReader().read();
      abort.abort();
    }
    const generate = async () =>
      readAnswer((await call('/api/studies/ring-study', { method: 'POST' })).body!, () => undefined);
    expect(await generate()).toEqual({});
    const { generations } = study;
    expect(await generate()).toEqual({});
    expect(study.generations).toBe(generations);
  });

  it('that does not exist is not found', async () => {
    const { call } = await testServer({ datasets: [] });
    expect((await call('/api/studies/nope', { method: 'POST' })).status).toBe(404);
  });
});

import { describe, expect, it } from 'vitest';
import { FrameKind } from '../src/framed-stream.ts';
import { ringStudy, temporaryFolder, testServer } from './test-server.ts';

/** The frames of a finished framed stream. */
function readFrames(bytes: Uint8Array): { kind: number; text: string }[] {
  const frames: { kind: number; text: string }[] = [];
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  for (let at = 0; at < bytes.length; ) {
    const length = view.getUint32(at + 1, true);
    frames.push({ kind: bytes[at], text: new TextDecoder().decode(bytes.subarray(at + 5, at + 5 + length)) });
    at += 5 + length;
  }
  return frames;
}

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
      const frames = readFrames(new Uint8Array(await answer.arrayBuffer()));
      expect(frames.at(-1)?.kind).toBe(FrameKind.end);
      progress += frames.filter((frame) => frame.kind === FrameKind.progress).length;
      expect(frames.filter((frame) => frame.kind === FrameKind.error)).toEqual([]);
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

  it('that does not exist is not found', async () => {
    const { call } = await testServer({ datasets: [] });
    expect((await call('/api/studies/nope', { method: 'POST' })).status).toBe(404);
  });
});

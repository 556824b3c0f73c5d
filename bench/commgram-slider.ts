import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  commgramParams,
  createCommgramSession,
  messagesQuery,
  openFrames,
  readCommgramModel,
} from '@weft/analysis';
import { generateStudy } from '@weft/simulate';
import { createDataset, openDataset } from '@weft/store';
import { commgramScene } from '../packages/views/src/views/commgram/scene.ts';
import { standardSettings } from '../packages/views/src/views/commgram/settings.ts';

const TARGET = 100;

/** What the page does when a slider moves, without painting: 4320 ranks, 27 phases. */
export async function run(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'weft-bench-'));
  try {
    const path = join(folder, 'pipeline.weft');
    const writer = await createDataset(path);
    await writer.finish((await generateStudy('pipeline-4320', writer)).facts);
    const dataset = await openDataset(path);
    const params = commgramParams.parse({});
    const frame = await dataset.read(messagesQuery(params));
    const model = await readCommgramModel(openFrames({ messages: frame }), params, 64);
    await dataset.close();
    const session = createCommgramSession(model);
    session.cut({ phases: 27, communities: 18, heights: 'patterns' });
    for (const [phases, communities] of [
      [27, 19],
      [27, 20],
      [27, 40],
      [27, 100],
      [28, 18],
      [30, 18],
      [24, 18],
      [27, 18],
    ]) {
      const start = performance.now();
      const before = process.cpuUsage();
      const commgram = session.sketch({ phases, communities, heights: 'patterns' });
      const settings = { ...standardSettings, phases, communities };
      const scene = commgramScene(commgram, {
        settings,
        steps: [],
        width: 1280,
        height: 700,
        theme: 'light',
        band: [],
        late: null,
        detail: { zoom: 1, first: 0, end: 0 },
      });
      const time = performance.now() - start;
      const { user } = process.cpuUsage(before);
      const ribbons = scene.picture.geometry.ribbons.bytes.length;
      const share = (time / TARGET).toFixed(2);
      console.log(
        `${phases} phases, ${communities} communities: ${time.toFixed(1)} ms (${(user / 1000).toFixed(0)} ms of a processor) to ${ribbons} ribbons (${share} of ${TARGET} ms)${commgram.exact ? '' : ', first sketch'}`,
      );
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await run();

import { fileURLToPath } from 'node:url';
import type { SceneResult } from './drawing-page/main.ts';
import { withPage } from './open-page.ts';

/** Ways to draw the three kinds of large scenes; the first of each group is the peer of the others. `drawing.ts heatMap` runs one. */
export async function run(): Promise<void> {
  await withPage('./drawing-page', '', async (page) => {
    page.on('pageerror', (error) => console.error(error.message));
    await page.waitForFunction('window.sceneGroups');
    const groups = (await page.evaluate('sceneGroups')) as string[];
    const wanted = process.argv[2];
    for (const group of groups.filter((name) => !wanted || name === wanted)) {
      const results = (await page.evaluate(`measureScenes('${group}')`)) as SceneResult[];
      printGroup(group, results);
    }
  });
}

function printGroup(group: string, results: readonly SceneResult[]): void {
  const peer = results[0]?.leastMs as number;
  for (const { name, prepareMs, firstMs, medianMs, leastMs } of results) {
    const [prepare, first, median, least] = [prepareMs, firstMs, medianMs, leastMs].map((ms) =>
      ms.toFixed(1).padStart(7),
    );
    console.log(
      `${group.padEnd(8)} ${name.padEnd(55)} prepare ${prepare}  first ${first}  median ${median}  least ${least} ms  x${(leastMs / peer).toFixed(2)}`,
    );
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await run();

import { fileURLToPath } from 'node:url';
import type { SceneResult } from './drawing-page/main.ts';
import { withPage } from './open-page.ts';

/** Ways to draw the three kinds of large scenes; the first of each group is the peer of the others. */
export async function run(): Promise<void> {
  await withPage('./drawing-page', '', async (page) => {
    page.on('pageerror', (error) => console.error(error.message));
    await page.waitForFunction('window.sceneGroups');
    const groups = (await page.evaluate('sceneGroups')) as string[];
    for (const group of groups) {
      const results = (await page.evaluate(`measureScenes('${group}')`)) as SceneResult[];
      printGroup(group, results);
    }
  });
}

function printGroup(group: string, results: readonly SceneResult[]): void {
  const peer = results[0]?.medianMs as number;
  for (const { name, prepareMs, firstMs, medianMs } of results) {
    const figures = [prepareMs, firstMs, medianMs].map((ms) => ms.toFixed(1).padStart(8));
    console.log(
      `${group.padEnd(8)} ${name.padEnd(55)} prepare ${figures[0]} ms  first ${figures[1]} ms  median ${figures[2]} ms  x${(medianMs / peer).toFixed(2)}`,
    );
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await run();

/**
 * Takes the README's pictures of studies: `node --import tsx tools/take-readme-pictures.ts [name...]` after `npm run build`. Generates
 * each study where it is missing, opens it in Chromium as a reader does and writes docs/pictures/<name>.png. Look at them.
 */
import { fileURLToPath } from 'node:url';
import { isGenerated, studyCatalog } from '../apps/cli/src/studies/study-catalog.ts';
import { startServer } from '../apps/server/src/index.ts';
import { startBrowser } from './start-browser.ts';

interface Picture {
  readonly name: string;
  readonly study: string;
  /** What follows the study in the address. */
  readonly address: string;
  readonly theme: 'light' | 'dark';
}

/** The machine's clock in the middle of the run, when messages are on all layers. */
const MIDWAY = '?layout=h(720:machine~at!160000,280:v(504:summary,496:histogram))';

const PICTURES: readonly Picture[] = [
  { name: 'fat-tree', study: 'fat-tree-1296', address: '', theme: 'light' },
  { name: 'machine', study: 'lanl-uniform', address: MIDWAY, theme: 'dark' },
  { name: 'commgram', study: 'pipeline-4320', address: '', theme: 'light' },
  { name: 'torus', study: 'torus-alternating', address: '', theme: 'light' },
  { name: 'hive', study: 'code-cactus', address: '', theme: 'light' },
];

const folder = fileURLToPath(new URL('../docs/pictures/', import.meta.url));
const page = fileURLToPath(new URL('../apps/web/dist/', import.meta.url));
const wanted = process.argv.slice(2);
const pictures = PICTURES.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
const studies = studyCatalog().filter(
  ({ id }) => id.startsWith('code-') || pictures.some(({ study }) => study === id),
);

for (const study of studies) if (!isGenerated(study)) await study.generate({});
const server = await startServer({ datasets: [], studies, page });
const browser = await startBrowser();
for (const { name, study, address, theme } of pictures) {
  const tab = await browser.newPage({ viewport: { width: 1280, height: 800 }, colorScheme: theme });
  await tab.goto(`${server.url}#/d/${study}${address}`);
  await tab.waitForFunction(() => document.documentElement.dataset.idle === 'true', null, {
    timeout: 600_000,
  });
  await tab.screenshot({ path: `${folder}${name}.png` });
  console.log(`${name}: ${study}`);
  await tab.close();
}
await browser.close();
await server.close();

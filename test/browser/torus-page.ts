import { buildNetwork, type TorusShape, torusShape } from '@weft/network';
import type { Locator } from 'playwright-core';
import { servePages } from './serve-pages.ts';
import { studyDatasets } from './weft-datasets.ts';

/** Text of the page with plain spaces. */
export const plain = (text: string | null): string => (text ?? '').replaceAll('\u00a0', ' ');

/** The study whose +d links alternate, served to all tests of a file, and its torus view. */
export function serveAlternatingTorus() {
  let path = '';
  const pages = servePages(async () => {
    [path] = await studyDatasets(['torus-alternating']);
    return [path];
  });
  const view = (): Locator => pages.panel('torus');
  const shape: TorusShape = torusShape(buildNetwork('torus', { sizes: [4, 4, 4, 4, 2] }))!;
  return {
    pages,
    shape,
    view,
    /** Path of the dataset, once it is there. */
    path: (): string => path,
    field: async (name: string): Promise<string> =>
      plain(await view().locator(`[data-field=${name}]`).textContent()),
    address: (): string => decodeURIComponent(pages.page.url()),
  };
}

import { decodeSelection } from '@weft/model';
import { describe, expect, it } from 'vitest';
import { settle } from './open-browser.ts';
import { servePages } from './serve-pages.ts';
import { plain } from './torus-page.ts';
import { studyDatasets } from './weft-datasets.ts';

const pages = servePages(() => studyDatasets(['torus-halo-random']));
const { open, panel } = pages;
const view = () => panel('torus');
const cells = async (name: string): Promise<string[]> => {
  const row = view().locator('.torus-mappings tbody tr').filter({ hasText: name });
  return (await row.locator('td').allTextContents()).map(plain);
};

describe('mappings in the torus view', () => {
  it('compares them, shows ranks of two beside each other, and chooses a node', async () => {
    await open('#/d/torus-halo-random?layout=torus');
    await view().getByRole('button', { name: 'Mapping' }).click();
    await view().locator('.torus-mappings').waitFor();
    await settle(pages.page);
    expect(plain(await view().locator('[data-field=mapping]').textContent())).toBe(
      'greedy puts 77.8 % less on its fullest link than the mapping as it is: 1.17 hops on average against 4.54.',
    );
    expect((await cells('as it is')).slice(0, 4)).toEqual(['as it is', '4.54', '23.6 MB', '']);
    expect((await cells('abcde')).slice(0, 4)).toEqual(['abcde', '1.75', '7.86 MB', '−66.7 %']);
    await view().getByRole('button', { name: 'abcde' }).click();
    await settle(pages.page);
    expect(decodeURIComponent(pages.page.url())).toContain('mapping!abcde');
    const ranks = view().getByRole('application', { name: /^Ranks of the mapping abcde/ });
    const { x, y } = (await ranks.boundingBox())!;
    await pages.page.mouse.move(x + 11, y + 28);
    await settle(pages.page);
    expect(plain(await view().getByRole('tooltip').textContent())).toBe('n0 (0, 0, 0, 0, 0)rank0');
    await pages.page.mouse.click(x + 11, y + 28);
    await settle(pages.page);
    expect(decodeSelection(new URL(pages.page.url()).hash.split('?')[1] ?? '').sources).toEqual([0]);
  });

  it('compares a file of the reader, and says what is wrong with it', async () => {
    await open('#/d/torus-halo-random?layout=torus~tab!mapping');
    await view().locator('.torus-mappings').waitFor();
    const pick = (text: string) =>
      view()
        .locator('input[type=file]')
        .setInputFiles({ name: 'mine.map', mimeType: 'text/plain', buffer: Buffer.from(text) });
    const lines = Array.from({ length: 512 }, (_, rank) =>
      [0, 2, 4, 6, 8].map((bit) => (rank >> bit) & (bit === 8 ? 1 : 3)).join(' '),
    );
    await pick(`${lines.slice(0, 510).join('\n')}\n`);
    await view().locator('.torus-mappings tr[aria-selected=true]').filter({ hasText: 'mine.map' }).waitFor();
    expect(await view().locator('.torus-mapping-head [role=status]').textContent()).toBe(
      'mine.map: 2 ranks are not in it, their messages are left out.',
    );
    await pick('0 0 0 0 9\n');
    await settle(pages.page);
    expect(await view().locator('.torus-mapping-head [role=status]').textContent()).toContain(
      '«0 0 0 0 9» names no node of the torus',
    );
  });
});

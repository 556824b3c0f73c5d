import { describe, expect, it } from 'vitest';
import { exportPanel, exportRows } from './export-panel.ts';
import { settle } from './open-browser.ts';
import { askDataset } from './serve-pages.ts';
import { serveAlternatingTorus } from './torus-page.ts';

const { pages, view, path, field } = serveAlternatingTorus();
const { open, panel } = pages;

describe('a torus beside itself', () => {
  it('shows two time ranges side by side and the difference of every line, with the sums of the data', async () => {
    const layout = 'h(330:torus~side!a,330:torus~side!b,340:torus~side!d)';
    await open(
      `#/d/torus-alternating?metric=data_sent&time=[0,100000]&compare=time:100000,200000&layout=${layout}`,
    );
    const shown: number[] = [];
    for (const side of ['a', 'b', 'd']) {
      const rows = await exportRows(panel('torus', side));
      expect(rows).toHaveLength(2 * (128 + 32 + 32));
      shown.push(rows.reduce((sum, row) => sum + Number(row['mean (B)']) * Number(row.links), 0));
    }
    const between =
      "SELECT sum(c.value) FROM counters c JOIN links l ON l.id = c.link WHERE c.metric = 'data_sent' AND l.class IN ('dim c', 'dim d', 'dim e')";
    const [a, b] = await Promise.all(
      ['c.time <= 100000', 'c.time > 100000 AND c.time <= 200000'].map((where) =>
        askDataset(path(), `${between} AND ${where}`),
      ),
    );
    expect(Math.min(a[0], b[0])).toBeGreaterThan(0);
    expect(shown[0]).toBeCloseTo(a[0], 0);
    expect(shown[1]).toBeCloseTo(b[0], 0);
    expect(shown[2]).toBeCloseTo(b[0] - a[0], 0);
  });

  it('has the legend of both sides as soon as there is another, as if it had been there from the start', async () => {
    const alone = '#/d/torus-alternating?metric=data_sent&time=[0,100000]&layout=torus';
    const both = `${alone}&compare=time:0,400000`;
    const legend = () =>
      view()
        .getByLabel(/^Colour legend/)
        .screenshot();
    await open(alone);
    const before = await legend();
    await pages.page.evaluate((hash) => {
      location.hash = hash;
    }, both);
    await settle(pages.page);
    const after = await legend();
    await pages.page.reload();
    await settle(pages.page);
    expect(after.equals(before)).toBe(false);
    expect(after.equals(await legend())).toBe(true);
  });
});

describe('exports of a torus', () => {
  it('writes the planes as SVG with axes, values and legend, and as a PNG of the same shape', async () => {
    await open('#/d/torus-alternating?metric=data_sent&layout=torus~roles!bcade');
    const svg = (await exportPanel(view(), 'SVG')).toString();
    const [, width, height] = /<svg[^>]* width="(\d+)" height="(\d+)"/.exec(svg)!.map(Number);
    expect(svg).toContain('data_sent');
    for (const text of ['a', 'd', 'e']) expect(svg).toMatch(new RegExp(`>${text}(?: = \\d|\\d|<)`));
    expect(svg).toContain('MB');
    const png = await exportPanel(view(), 'PNG');
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    expect(png.readUInt32BE(16) / png.readUInt32BE(20)).toBeCloseTo(width / height, 1);
  });

  it('writes every line with its mean, and each tab its own picture', async () => {
    await open('#/d/torus-alternating?metric=data_sent&layout=torus~roles!bcade');
    const low = (await exportRows(view())).filter(
      (row) => row.direction === '+d' && Number(row['mean (B)']) === 2_097_152,
    );
    expect(low).toHaveLength(16);
    expect(low.every(({ a }) => a === '0' || a === '2')).toBe(true);
    for (const [tab, words] of [
      ['Statistics', ['+d', 'MB']],
      ['Compact', ['MB']],
    ] as const) {
      await view().getByRole('button', { name: tab }).click();
      await settle(pages.page);
      const svg = (await exportPanel(view(), 'SVG')).toString();
      for (const word of words) expect(svg).toContain(word);
    }
    expect(await field('finding')).toContain('+d where a = 0 or 2 is low');
  });
});

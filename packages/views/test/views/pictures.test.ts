import { createSvgTarget, themeColours } from '@weft/draw';
import { emptySelection } from '@weft/model';
import { describe, expect, it } from 'vitest';
import { createGrouping } from '../../src/kit/grouped-totals.ts';
import { drawHistogram } from '../../src/views/histogram/draw-histogram.ts';
import { createCounter } from '../../src/views/histogram/histogram-model.ts';
import { drawSummary } from '../../src/views/summary/draw-summary.ts';
import { summaryBoxes } from '../../src/views/summary/summary-model.ts';
import { drawTimeChart, drawTimeOverlay } from '../../src/views/time-chart/draw-time-chart.ts';

const groups = {
  groups: [
    { class: 'L0-L1', direction: 'up', links: 2 },
    { class: 'L0-L1', direction: 'down', links: 2 },
  ],
  groupOf: Uint16Array.of(0, 1, 0, 1),
};
const totals = Float64Array.of(1e12, 2e12, 3e12, 4e12);

function texts(svg: string): string[] {
  return [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map((match) =>
    (match[1] as string).replace('\u00a0', ' '),
  );
}

describe('pictures as SVG', () => {
  it('the time chart has a calendar axis, units and its brush', () => {
    const target = createSvgTarget(800, 200);
    const model = {
      width: 800,
      height: 200,
      optionsWidth: 0,
      keyLines: 0,
      colours: themeColours('light'),
      times: Float64Array.of(0, 3600e9, 7200e9, 10800e9),
      lines: [
        { label: 'L0-L1 up', colour: '#111111', values: Float64Array.of(1e9, 4e9, 2e9) },
        { label: 'L0-L1 down', colour: '#222222', values: Float64Array.of(1e9, 1e9, 1e9) },
      ],
      title: 'max of bytes_sent over links per 1 h',
      unit: 'B',
      origin: String(BigInt(Date.UTC(2016, 0, 4, 9)) * 1_000_000n),
      domain: [0, 10800e9] as const,
    };
    drawTimeChart(target, model);
    drawTimeOverlay(target, model, [3600e9, 7200e9], null);
    const svg = target.document('Traffic over time');
    expect(texts(svg)).toEqual(
      expect.arrayContaining(['0 B', '2 GB', '4 GB', '10:00', '11:00', 'L0-L1 up', 'L0-L1 down']),
    );
    expect(texts(svg)).toContain('time, 2016-01-04 UTC');
    expect(svg).toContain(themeColours('light').accentWash);
    expect(svg).not.toContain('NaN');
  });

  it('the histogram counts what the selection keeps', () => {
    const target = createSvgTarget(400, 300);
    const parts = [{ label: 'all links', hue: 4, tone: 0 as const, groups: [0, 1], links: 4 }];
    drawHistogram(target, {
      width: 400,
      height: 300,
      theme: 'dark',
      counts: createCounter()(createGrouping(groups)(totals, Uint8Array.of(1, 1, 0, 0)), parts, 20),
      log: true,
      unit: 'B',
      title: 'sum of bytes_sent per link',
      brush: [0, 2.5e12],
      outside: false,
      hovered: null,
    });
    const svg = target.document('Traffic per link');
    expect(texts(svg)).toEqual(
      expect.arrayContaining(['links (2 of 4)', '0 B', '2 TB', 'sum of bytes_sent per link']),
    );
    expect(svg).not.toContain('NaN');
  });

  it('the summary labels each box, and survives totals that are not there yet', () => {
    for (const values of [totals, new Float64Array(0)]) {
      const target = createSvgTarget(400, 300);
      drawSummary(target, {
        width: 400,
        height: 300,
        theme: 'light',
        boxes: summaryBoxes(groups.groups, createGrouping(groups)(values, null)),
        unit: 'B',
        title: 'sum of bytes_sent per link',
        selection: { ...emptySelection, value: [1e12, 2e12] },
        hovered: 0,
      });
      const svg = target.document('Summary');
      if (values.length > 0)
        expect(texts(svg)).toEqual(expect.arrayContaining(['L0-L1 up', 'n = 2', '4 TB']));
      expect(svg).not.toContain('NaN');
      expect(svg).not.toContain('Infinity');
    }
  });
});

import { commgramGeometry, commgramShapes, type PhaseCommunities } from '@weft/layout';
import { describe, expect, it } from 'vitest';
import {
  type CommgramPicture,
  colourMap,
  commgramStyle,
  commgramSvg,
  pictureArea,
  ribbonColours,
  ribbonMapNames,
  sizeDomain,
  toOklab,
} from '../src/index.ts';

const plain = { lift: 0, waviness: 0, widthScale: 1 };

/** A stage of binary swap: each rank and its partner, all ranks single. */
function swapStage(ranks: number, stage: number, bytes: number): PhaseCommunities {
  const labels = Int32Array.from({ length: ranks }, (_, rank) => rank);
  return {
    labels,
    positions: labels,
    ribbons: {
      src: labels,
      dst: labels.map((rank) => rank ^ (1 << stage)),
      bytes: new Float64Array(ranks).fill(bytes),
      messages: new Float64Array(ranks).fill(1),
    },
  };
}

describe('colours', () => {
  it('place sizes logarithmically, larger darker and more opaque', () => {
    const colours = ribbonColours({ map: 'blue-red', theme: 'light', domain: [1, 10_000] });
    expect(colours.place(100)).toBeCloseTo(0.5, 9);
    expect(colours.invert(0.5)).toBeCloseTo(100, 6);
    const light = (place: number) => colours.colour(place).reduce((sum, channel) => sum + channel, 0);
    expect(light(1)).toBeLessThan(light(0.5));
    expect(light(0.5)).toBeLessThan(light(0));
    expect(colours.alpha(1)).toBeGreaterThan(colours.alpha(0));
    expect(colours.alpha(1)).toBeLessThan(1);
  });

  it('are defined where there is one size or none', () => {
    expect(sizeDomain([0, 0])).toEqual([0, 0]);
    expect(ribbonColours({ map: 'cividis', theme: 'dark', domain: [0, 0] }).css(Number.NaN)).toMatch(/^rgb/);
    expect(ribbonColours({ map: 'blue-pink', theme: 'light', domain: [5, 5] }).place(5)).toBe(1);
  });
});

/** As many equal stages, each with a longer name than there is room for. */
function narrowPicture(phases: number): CommgramPicture {
  const stages = Array.from({ length: phases }, () => swapStage(4, 0, 64));
  const { shapes, moves } = commgramShapes(stages);
  const heights = stages.map(() => 0);
  const area = pictureArea(390, 400);
  const picture = swapPicture(false);
  const facts = {
    ...picture.facts,
    names: stages.map((_, phase) => `phase ${phase}`),
    patterns: stages.map(() => null),
    sections: [],
    outliers: [],
    differences: heights,
  };
  const geometry = commgramGeometry(shapes, heights, moves, { ...plain, area });
  return { ...picture, width: 390, geometry, facts, band: [] };
}

function swapPicture(illustrative: boolean): CommgramPicture {
  const { shapes, moves } = commgramShapes([swapStage(4, 0, 64), swapStage(4, 1, 32)]);
  const geometry = commgramGeometry(shapes, [0, 8], moves, { ...plain, area: pictureArea(600, 400) });
  return {
    width: 600,
    height: 400,
    geometry,
    parts: 'both',
    illustrative,
    facts: {
      names: ['t0', 't1'],
      patterns: ['k1', null],
      sections: [
        [0, 1],
        [1, 2],
      ],
      period: 0,
      outliers: [1],
      differences: [0, 8],
    },
    colours: ribbonColours({ map: 'blue-red', theme: 'light', domain: [32, 64] }),
    barColours: null,
    ribbonPlaces: null,
    style: commgramStyle('light'),
    patternRow: true,
    band: [{ title: 'network', unit: 'B/s', values: Float64Array.of(1, Number.NaN) }],
    axisTitle: 'phase',
  };
}

describe('picture', () => {
  it('writes one polygon a ribbon, the curve, names and legends', () => {
    const picture = swapPicture(false);
    const svg = commgramSvg(picture, 'A <swap>');
    expect(svg.match(/<path/g)).toHaveLength(8 + picture.geometry.bands.x0.length + 1);
    for (const text of ['t0', 't1', 'k1', 'bytes of a ribbon', '64&', 'A &#60;swap&#62;']) {
      expect(svg).toContain(text.replace('64&', '64'));
    }
    expect(svg).not.toContain('NaN');
  });

  it('keeps names of phases clear of the title beside them', () => {
    const picture = narrowPicture(32);
    const names = [...commgramSvg(picture, 'many').matchAll(/<text[^>]*x="([\d.]+)"[^>]*>(phase \d+)</g)];
    expect(names.length).toBeGreaterThan(3);
    for (const [, x, name] of names)
      expect(Number(x) - 2 * name.length).toBeGreaterThanOrEqual(picture.geometry.area.left);
  });

  it('gives an illustrative ribbon a rim of the ground, an opaque shaft and a point at its receiver', () => {
    const picture = swapPicture(true);
    const svg = commgramSvg(picture, 'A swap');
    const paths = svg.match(/<path[^>]*>/g) ?? [];
    const ground = paths.filter((path) => path.includes(`fill="${picture.style.plot}"`));
    expect(ground).toHaveLength(8);
    expect(paths).toHaveLength(3 * 8 + picture.geometry.bands.x0.length + 1);
    const { x1, y1 } = picture.geometry.ribbons;
    const round = (value: number) => Math.round(value * 100) / 100;
    for (let i = 0; i < 8; i++) expect(svg).toContain(`L${round(x1[i])} ${round(y1[i])}L`);
  });
});

describe('ribbons', () => {
  it('take their colours from the one registry, the largest against the ground', () => {
    for (const map of ribbonMapNames) {
      for (const theme of ['light', 'dark'] as const) {
        const { css } = colourMap(map, theme);
        const colours = ribbonColours({ map, theme, domain: [1, 100] });
        expect([colours.css(0), colours.css(1)].sort()).toEqual([css[0], css[255]].sort());
        const [small, large] = [0, 1].map((place) => toOklab(colours.colour(place))[0]);
        expect(large > small).toBe(theme === 'dark');
      }
    }
  });
});

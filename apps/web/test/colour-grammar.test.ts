import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  categoryColour,
  colourMap,
  commgramStyle,
  layerColour,
  pairedColour,
  parseColour,
  sequentialMapNames,
  type Theme,
  themeColours,
  toOklab,
} from '@weft/draw';
import { type HueMeaning, views } from '@weft/views';
import { describe, expect, it } from 'vitest';
import index from '../../../studies/index.json' with { type: 'json' };
import { DEFAULT_COLOURS } from '../src/page/colour-maps.ts';
import { parsePanels } from '../src/panels/panel-text.ts';
import { panelsOf } from '../src/panels/panel-tree.ts';
import { presets } from '../src/panels/presets.ts';

const themes: readonly Theme[] = ['light', 'dark'];
const categories = Array.from({ length: 24 }, (_, i) => categoryColour(i));

/** The colours of each meaning, as legends show them. */
const colours: Readonly<Record<HueMeaning, (theme: Theme) => readonly string[]>> = {
  job: () => categories,
  call: () => categories,
  run: () => categories,
  layer: () => Array.from({ length: 7 }, (_, i) => layerColour(i + 1)),
  curve: (theme) => [commgramStyle(theme).curve],
};

/** In the source of a view: what asks for colours of a meaning. */
const callers: Readonly<Record<HueMeaning, RegExp>> = {
  job: /jobColour\(/,
  call: /callColours\(|groupColours\(/,
  run: /runColour\(/,
  layer: /layerColour\(|colourByLayer\(/,
  curve: /commgramStyle\(/,
};

/** Meanings that a view shows when the reader asks for them. */
const byChoice: Readonly<Record<string, readonly HueMeaning[]>> = { hive: ['call'] };

interface Polar {
  readonly lightness: number;
  readonly chroma: number;
  readonly degrees: number;
}

function polar(css: string): Polar {
  const [lightness, a, b] = toOklab(parseColour(css));
  return { lightness, chroma: Math.hypot(a, b), degrees: (Math.atan2(b, a) * 180) / Math.PI };
}

const isGrey = ({ chroma }: Polar): boolean => chroma < 0.05;

function degreesBetween(one: Polar, two: Polar): number {
  const apart = Math.abs(one.degrees - two.degrees) % 360;
  return Math.min(apart, 360 - apart);
}

/** Pairs of colours that a reader would call by one name. */
function sharedHues(one: readonly string[], two: readonly string[]): string[] {
  const chromatic = (list: readonly string[]) => list.filter((css) => !isGrey(polar(css)));
  return chromatic(one).flatMap((a) =>
    chromatic(two)
      .filter((b) => degreesBetween(polar(a), polar(b)) < 15)
      .map((b) => `${a} ${b}`),
  );
}

const screens: readonly (readonly [string, string])[] = [
  ...presets.map(({ main, panels }) => [`the preset of ${main ?? 'any data'}: ${panels}`, panels] as const),
  ...index.studies.flatMap(({ id, layout }) =>
    layout ? [[`the study ${id}: ${layout}`, layout] as const] : [],
  ),
];

/** Presets without a list of jobs are for data without them. */
function meaningsOn(panels: string): HueMeaning[] {
  const jobs = panels.includes('jobs') ? 3 : 0;
  const shown = panelsOf(parsePanels(panels)!.root).flatMap(({ view, options }) => {
    const found = views.find(({ id }) => id === view);
    expect(found, String(view)).toBeDefined();
    return found?.hues?.({ options, jobs }) ?? [];
  });
  return [...new Set(shown)];
}

describe('a hue means one thing', () => {
  it.each(screens)('on %s', (_, panels) => {
    const meanings = meaningsOn(panels);
    for (const theme of themes) {
      for (const one of meanings) {
        for (const two of meanings) {
          if (one < two)
            expect(sharedHues(colours[one](theme), colours[two](theme)), `${one} and ${two}`).toEqual([]);
        }
      }
    }
  });

  it('and views say which of them they use', () => {
    const folder = fileURLToPath(new URL('../../../packages/views/src/views/', import.meta.url));
    for (const { id, hues } of views) {
      const drawnBy = id === 'dragonfly' ? 'fat-tree' : id;
      const source = readdirSync(`${folder}${drawnBy}`, { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.tsx?$/.test(file))
        .map((file) => readFileSync(`${folder}${drawnBy}/${file}`, 'utf8'))
        .join('\n');
      const found = Object.entries(callers).filter(([, pattern]) => pattern.test(source));
      const said = [...(hues?.({ options: {}, jobs: 3 }) ?? []), ...(byChoice[id] ?? [])];
      expect(found.map(([meaning]) => meaning).sort(), id).toEqual(said.sort());
    }
  });
});

describe('blue is the selection and nothing else', () => {
  it.each(themes)('among the colours of names, %s', (theme) => {
    const accent = polar(themeColours(theme).accent);
    const paired = [0, 1, 2, 3, 4, 5].flatMap((hue) => [
      pairedColour(hue, 0, theme),
      pairedColour(hue, 1, theme),
    ]);
    const named = [...Object.values(colours).flatMap((of) => of(theme)), ...paired];
    const near = named.filter((css) => !isGrey(polar(css)) && degreesBetween(polar(css), accent) < 40);
    expect(near).toEqual([]);
  });

  it.each(themes)('and no amount looks like it, %s', (theme) => {
    const accent = toOklab(parseColour(themeColours(theme).accent));
    for (const name of sequentialMapNames) {
      const nearest = Math.min(
        ...colourMap(name, theme).css.map((css) => {
          const lab = toOklab(parseColour(css));
          return Math.hypot(lab[0] - accent[0], lab[1] - accent[1], lab[2] - accent[2]);
        }),
      );
      expect(nearest, name).toBeGreaterThan(0.08);
    }
    expect(sequentialMapNames).toContain(DEFAULT_COLOURS);
  });
});

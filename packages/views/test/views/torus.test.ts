import { drawSvg } from '@weft/draw';
import { createRandom } from '@weft/model';
import { buildNetwork, removeParts, torusShape } from '@weft/network';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeHiding, followJudgement } from '../../src/views/torus/finding/torus-judgement.ts';
import { drawGroup } from '../../src/views/torus/group/draw-group.ts';
import { drawPolygons, polygonAt } from '../../src/views/torus/group/draw-polygons.ts';
import { createGroupPicture } from '../../src/views/torus/group/group-picture.ts';
import { torus } from '../../src/views/torus/index.ts';
import { createPlanesPicture } from '../../src/views/torus/planes/create-planes-picture.ts';
import { describePlaneItem } from '../../src/views/torus/planes/describe-plane-item.ts';
import { describePlanes } from '../../src/views/torus/planes/describe-planes.ts';
import { drawNodes } from '../../src/views/torus/planes/draw-nodes.ts';
import { drawPlaneLabels } from '../../src/views/torus/planes/draw-plane-labels.ts';
import { createPlanesDrawing } from '../../src/views/torus/planes/draw-planes.ts';
import { parseGroup, printGroup } from '../../src/views/torus/planes/group-text.ts';
import { neighbourLine, planeItemAt } from '../../src/views/torus/planes/pick-plane-item.ts';
import { planesCsv } from '../../src/views/torus/planes/planes-csv.ts';
import { lineRect, type PlanesPicture } from '../../src/views/torus/planes/planes-picture.ts';
import { createLineValues } from '../../src/views/torus/source/line-values.ts';
import { planeMode } from '../../src/views/torus/source/plane-mode.ts';
import {
  chosenRoles,
  createLinkColouring,
  type TorusSource,
} from '../../src/views/torus/source/torus-source.ts';
import { alternating, sourceOf } from './torus-source.ts';

const MiB = 2 ** 20;
const example = buildNetwork('torus', { sizes: [4, 4, 4, 4, 2] });

function pictureOf(source: TorusSource): PlanesPicture {
  return createPlanesPicture(source, createLinkColouring(source), 1200, 500).value;
}

/** Values of the lines of a direction, in the order of their places. */
function shown(picture: PlanesPicture, direction: number): number[] {
  const lines = [...picture.lines.direction.keys()].filter(
    (line) => picture.lines.direction[line] === direction,
  );
  return lines.map((line) => picture.values.mean[line]);
}

describe('values of lines', () => {
  it('are the mean, least and largest of their links, whatever roles and sizes', () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(
        sizes,
        fc.integer({ min: 1, max: 999 }),
        fc.constantFrom('detailed', 'composite'),
        (given, seed, mode) => {
          const network = buildNetwork('torus', { sizes: given });
          const random = createRandom(seed);
          const totals = Float64Array.from(network.links.id, () => Math.floor(random.next() * 1000));
          const { lines, values, shape } = pictureOf(sourceOf(network, totals, { mode }));
          const slow = new Map<number, number[]>();
          lines.lineOf.forEach((line, slot) => {
            if (line >= 0 && shape.linkAt[slot] >= 0)
              slow.set(line, [...(slow.get(line) ?? []), totals[shape.linkAt[slot]]]);
          });
          for (const [line, list] of slow) {
            expect(values.mean[line]).toBeCloseTo(
              list.reduce((sum, value) => sum + value, 0) / list.length,
              9,
            );
            expect([values.low[line], values.high[line]]).toEqual([Math.min(...list), Math.max(...list)]);
          }
        },
      ),
      { numRuns: 40 },
    );
  });

  it('keep what the selection keeps', () => {
    const shape = torusShape(example)!;
    const { lines } = pictureOf(sourceOf(example, alternating(example)));
    const visible = new Uint8Array(example.linkCount);
    visible[shape.linkAt[6]] = 1;
    const { shown: kept } = createLineValues(shape, lines)(alternating(example), visible);
    expect([...kept.keys()].filter((line) => kept[line] === 1)).toEqual([lines.lineOf[6]]);
  });
});

describe('the alternating example', () => {
  const totals = alternating(example);

  it('VT-12: counts its planes, groups and lines', () => {
    expect(describePlanes(pictureOf(sourceOf(example, totals)))).toBe(
      '32 planes of 16 nodes, 8 groups; 128 c, 32 d, 32 e lines',
    );
    expect(
      describePlanes(pictureOf(sourceOf(example, totals, { mode: 'detailed', signs: 'together' }))),
    ).toBe('32 planes of 16 nodes; 512 a, 512 b lines');
  });

  it('VT-25: (b x c) planes show the pattern in d lines, (a x b) planes hide it, (a x d) planes have it inside', () => {
    const seen = (roles: string, mode: string) => [
      ...new Set(shown(pictureOf(sourceOf(example, totals, { roles, mode })), 6).map((value) => value / MiB)),
    ];
    expect(seen('bcade', 'composite')).toEqual([2, 8]);
    expect(seen('abcde', 'composite')).toEqual([5]);
    expect(seen('adbce', 'detailed')).toEqual([2, 8]);
    const lines = shown(pictureOf(sourceOf(example, totals, { roles: 'bcade' })), 6);
    expect(lines.length).toBe(32);
    expect(lines.filter((value) => value === 2 * MiB).length).toBe(16);
  });

  it('has detailed planes where all that is selected lies in them, unless the reader chose or magnified', () => {
    const modeOf = (selection: object, set: Partial<Record<string, string>> = {}) =>
      planeMode(sourceOf(example, totals, { ...set, selection: JSON.stringify(selection) })).value;
    const [inPlane, between] = [2, 4].map((direction) => torusShape(example)!.linkAt[direction]);
    expect(modeOf({})).toBe('composite');
    expect(modeOf({ directions: ['+b', '-b'] })).toBe('detailed');
    expect(modeOf({ classes: ['dim b'] })).toBe('detailed');
    expect(modeOf({ links: [inPlane] })).toBe('detailed');
    expect(modeOf({ links: [inPlane, between] })).toBe('composite');
    expect(modeOf({ classes: ['dim b', 'dim d'] })).toBe('composite');
    expect(modeOf({ classes: ['dim b'] }, { roles: 'acbde' })).toBe('composite');
    expect(modeOf({ classes: ['dim b'] }, { mode: 'composite' })).toBe('composite');
    expect(modeOf({ links: [inPlane] }, { group: 'd0e0' })).toBe('composite');
  });

  it('says where what stands out lies in planes that are seen edge on', () => {
    const { class: classes } = example.links;
    const hot = Float64Array.from(example.links.id, (link) =>
      classes.dictionary[classes.codes[link]] === 'dim b' ? 9 : 1,
    );
    const source = sourceOf(example, hot);
    const { judgement } = followJudgement(source, chosenRoles(source));
    const sentence = 'Links along b lie in the planes, seen edge on: Detailed shows them';
    expect(describeHiding(judgement.value, [0, 1, 2, 3, 4])).toEqual([sentence]);
    expect(describeHiding(judgement.value, [0, 2, 1, 3, 4])).toEqual([]);
  });

  it('shows the largest link behind a line by choice, and both directions as one', () => {
    const largest = pictureOf(sourceOf(example, totals, { figure: 'max' }));
    const line = largest.lines.lineOf[6];
    expect(largest.ranks[line]).toBe(255);
    expect([...new Set(shown(pictureOf(sourceOf(example, totals, { signs: 'together' })), 6))]).toEqual([
      6.5 * MiB,
    ]);
  });

  it('is found by itself, with roles that hide none of it', () => {
    const source = sourceOf(example, totals);
    const found = followJudgement(source, chosenRoles(source)).judgement.value!;
    expect(found.text.replaceAll('\u00a0', ' ')).toBe(
      '+d where a = 0 or 2 is low: 256 links carry 2.1 MB on average.',
    );
    expect(found.evidence).toEqual({ directions: ['+d'] });
    expect([found.hiding?.share, found.hiding?.better]).toEqual([1, 'bcade']);
    const better = sourceOf(example, totals, { roles: 'bcade' });
    expect(followJudgement(better, chosenRoles(better)).judgement.value!.hiding).toEqual({
      direction: '+d',
      share: 0,
      better: null,
    });
  });

  it('tells of a mean what lies behind it', () => {
    const picture = pictureOf(sourceOf(example, totals));
    const { title, lines } = describePlaneItem(picture, { kind: 'line', id: picture.lines.lineOf[6] }, 0, 0);
    const text = [title, ...lines.map(({ label, value }) => `${label}: ${value}`)].map((each) =>
      each.replaceAll('\u00a0', ' '),
    );
    expect(text).toEqual([
      '+d: mean of 16 links',
      'sum of data_sent per link: 5,242,880 B',
      '◇ mixed, from – to: 2.1 MB – 8.39 MB',
      'links leave: a 0–3, b 0–3, c = 0, d = 0, e = 0',
    ]);
  });

  it('has a row for every line in its CSV', () => {
    const rows = planesCsv(pictureOf(sourceOf(example, totals)))
      .trim()
      .split('\r\n');
    expect(rows.length).toBe(1 + 2 * 192);
    expect(rows[0]).toBe('direction,a,b,c,d,e,links,missing,mean (B),low (B),high (B),shown');
    expect(rows.filter((row) => row.startsWith('+d')).length).toBe(32);
  });

  it('VT-16, VT-17: draws spokes of chosen nodes in the colours of links out of them and into them', () => {
    const source = sourceOf(example, totals, { group: 'd0e0', roles: 'bcade', sources: '[0]' });
    const picture = createGroupPicture(source, createLinkColouring(source), 600, 300).value!;
    expect(polygonAt({ ...picture, chosen: [] }, 600, 100, 100)).toBe(-1);
    expect(picture.group.nodes.length).toBe(64);
    const svg = drawSvg(600, 300, 'polygons', (target) => drawPolygons(target, picture, 600));
    const low = picture.map.css[picture.scale.index(2 * MiB)];
    expect(svg.split(low).length - 1).toBe(2);
    const odd = { ...picture, chosen: [1] };
    expect(drawSvg(600, 300, 'polygons', (target) => drawPolygons(target, odd, 600)).includes(low)).toBe(
      false,
    );
    expect(drawSvg(600, 300, 'group', (target) => drawGroup(target, picture))).not.toContain('NaN');
  });
});

describe('what is under the pointer', () => {
  const source = sourceOf(example, alternating(example), { mode: 'detailed' });
  const picture = pictureOf(source);

  it('is the line that is drawn there, for every line', () => {
    for (let line = 0; line < picture.lines.count; line += 7) {
      const [x, y, width, height] = lineRect(picture, line);
      const part = picture.lines.wraps[line] === 1 ? 0.9 : 0.5;
      const [px, py] =
        width > height ? [x + width * part, y + height / 2] : [x + width / 2, y + height * part];
      expect(planeItemAt(picture, px, py)).toEqual({ kind: 'line', id: line });
    }
  });

  it('walks along a row of lines by the arrow keys', () => {
    const first = neighbourLine(picture, null, 1, 0);
    const next = neighbourLine(picture, first, 1, 0);
    expect(lineRect(picture, next)[0]).toBeGreaterThan(lineRect(picture, first)[0]);
    expect(neighbourLine(picture, next, -1, 0)).toBe(first);
  });
});

describe('pictures of what is not whole', () => {
  it.each(['detailed', 'composite'])(
    'draws %s planes of tori with holes, of one dimension, and of seven',
    (mode) => {
      const broken = removeParts(buildNetwork('torus', { sizes: [3, 3, 2] }), {
        links: [0],
        hosts: [5],
      }).network;
      const networks = [
        broken,
        buildNetwork('torus', { sizes: [6] }),
        buildNetwork('mesh', { sizes: [2, 1, 2, 2, 2, 2, 2] }),
      ];
      for (const network of networks) {
        const picture = pictureOf(sourceOf(network, new Float64Array(network.linkCount).fill(1), { mode }));
        const svg = drawSvg(1200, 500, 'planes', (target) => {
          createPlanesDrawing()(target, picture);
          drawNodes(target, picture);
          drawPlaneLabels(target, picture);
        });
        expect(svg).not.toContain('NaN');
      }
    },
  );
});

describe('groups in the address', () => {
  const shape = torusShape(example)!;

  it('come back from their text', () => {
    expect(parseGroup(printGroup([-1, -1, -1, 3, 1], shape), shape)).toEqual([-1, -1, -1, 3, 1]);
    expect(parseGroup(printGroup([-1, -1, -1, -1, -1], shape), shape)).toEqual([-1, -1, -1, -1, -1]);
    for (const text of ['', 'd9', 'z1', 'nonsense']) expect(parseGroup(text, shape)).toBeNull();
  });
});

describe('the torus view', () => {
  const dataset = (family: string | null, links: number) =>
    ({ manifest: { tables: { links: { rows: links } }, network: family ? { family } : null } }) as never;

  it('refuses what is no torus', () => {
    expect(torus.refuses(dataset('torus', 10))).toBeNull();
    expect(torus.refuses(dataset('mesh', 10))).toBeNull();
    expect(torus.refuses(dataset('fat-tree', 10))).toContain('machine view');
    expect(torus.refuses(dataset(null, 0))).toContain('no network');
  });
});

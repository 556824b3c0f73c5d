import { planFlights } from '@weft/analysis';
import {
  blankPositions,
  defineLayout,
  layeredBlocks,
  layouts,
  pairFromExpressions,
  setPosition,
} from '@weft/layout';
import { inLinksOf, type Network, outLinksOf } from '@weft/model';
import { buildNetwork } from '@weft/network';
import fc from 'fast-check';
import { Matrix4 } from 'three';
import { describe, expect, it } from 'vitest';
import { brightness, LEVELS_OF_LIGHT } from '../../src/views/machine/activity-light.ts';
import { arrivals } from '../../src/views/machine/arrival-sound.ts';
import {
  busiestLinks,
  linkAttributes,
  throughTraffic,
  vertexAttributes,
} from '../../src/views/machine/attributes.ts';
import { cablesOf, linkHalves } from '../../src/views/machine/cable-layer.ts';
import {
  eyeOf,
  fitPose,
  HALF_ANGLE,
  look,
  type Pose,
  pan,
  parsePose,
  poseAxes,
  printPose,
  zoom,
} from '../../src/views/machine/camera-pose.ts';
import { describeCells } from '../../src/views/machine/collision-report.tsx';
import { flown } from '../../src/views/machine/flight-keys.ts';
import { pickBox, pickMark } from '../../src/views/machine/pick.ts';
import { liftAbove, mostConcurrent } from '../../src/views/machine/place-messages.ts';
import { advance } from '../../src/views/machine/playback.ts';
import { createStage } from '../../src/views/machine/stage.ts';
import { createStageCamera } from '../../src/views/machine/stage-camera.ts';
import { missingLayout } from '../../src/views/machine/staging.ts';

const tree = buildNetwork('kary-ntree', { arity: 4, layers: 3 });
const layoutNamed = (name: string) => layouts.find((layout) => layout.name === name)!;
const pose: Pose = { target: [0.1, 0.2, -0.3], distance: 2, azimuth: 0.4, elevation: 0.5 };

describe('pose of the reader', () => {
  const angle = fc.double({ min: -1.5, max: 1.5, noNaN: true });

  it('has three axes of length 1 at right angles', () => {
    fc.assert(
      fc.property(angle, angle, (azimuth, elevation) => {
        const { right, up, back } = poseAxes({ azimuth, elevation });
        const dot = (a: readonly number[], b: readonly number[]): number =>
          a.reduce((sum, value, i) => sum + value * b[i], 0);
        for (const axis of [right, up, back]) expect(dot(axis, axis)).toBeCloseTo(1, 9);
        expect(dot(right, up)).toBeCloseTo(0, 9);
        expect(dot(right, back)).toBeCloseTo(0, 9);
        expect(dot(up, back)).toBeCloseTo(0, 9);
      }),
    );
  });

  it('keeps the eye while looking around', () => {
    const turned = look(pose, 0.3, 0.2);
    eyeOf(turned).forEach((value, axis) => {
      expect(value).toBeCloseTo(eyeOf(pose)[axis], 9);
    });
  });

  it('zooms at the pointer: the point under it stays', () => {
    const flat: Pose = { target: [0, 0, 0], distance: 2, azimuth: 0, elevation: Math.PI / 2 };
    const span = (p: Pose): number => 2 * p.distance * Math.tan(HALF_ANGLE);
    const under = (p: Pose): number => p.target[0] + 0.25 * span(p);
    expect(under(zoom(flat, 3, 0.25, 0.1))).toBeCloseTo(under(flat), 9);
  });

  it('pans back to where it was', () => {
    const back = pan(pan(pose, 0.2, -0.1), -0.2, 0.1);
    back.target.forEach((value, axis) => {
      expect(value).toBeCloseTo(pose.target[axis], 9);
    });
  });

  it('survives the address', () => {
    expect(parsePose(printPose(pose))).toEqual(pose);
    expect(parsePose('1_2')).toBeNull();
  });

  it('flies ahead along its view', () => {
    const ahead = flown(pose, new Set(['w']), 0.1, false);
    const moved = ahead.target.map((value, axis) => value - pose.target[axis]);
    const { back } = poseAxes(pose);
    const along = moved.reduce((sum, value, axis) => sum - value * back[axis], 0);
    expect(along).toBeGreaterThan(0);
    expect(Math.hypot(...moved)).toBeCloseTo(along, 9);
  });
});

describe('stage', () => {
  it.each(['QS', 'DL', 'DC', 'DR', 'LB', 'F1', 'HT', 'F1-3D', 'HT-3D', 'MS', 'R8', 'AB', 'rings'])(
    '%s reaches distance 1 from its centre and no further, and fits into the picture',
    (name) => {
      const stage = createStage(tree, layoutNamed(name), {});
      let farthest = 0;
      for (let v = 0; v < tree.vertexCount; v++) {
        farthest = Math.max(farthest, Math.hypot(...stage.places.subarray(v * 3, v * 3 + 3)));
        expect(stage.sizes[v]).toBeGreaterThan(0);
      }
      expect(farthest).toBeCloseTo(1, 4);
      const camera = createStageCamera();
      camera.place(fitPose(stage, 'iso', 1.5), false, 1.5);
      const { elements: m } = camera.ray(300, 200, 0, 0).matrix;
      for (let v = 0; v < tree.vertexCount; v++) {
        const [x, y, z] = stage.places.subarray(v * 3, v * 3 + 3);
        const w = m[3] * x + m[7] * y + m[11] * z + m[15];
        expect(Math.abs((m[0] * x + m[4] * y + m[8] * z + m[12]) / w)).toBeLessThan(1);
        expect(Math.abs((m[1] * x + m[5] * y + m[9] * z + m[13]) / w)).toBeLessThan(1);
      }
    },
  );

  it('LB has a box per switch group, a column per switch and a pillar per host', () => {
    const { blocks } = createStage(tree, layoutNamed('LB'), {});
    expect(blocks!.boxes.length / 6).toBe(16 + 4 + 1);
    expect(blocks!.subdivided.length / 6).toBe(48);
    expect(blocks!.pillars.length / 6).toBe(64);
    expect([...blocks!.switches].reduce((a, b) => a + b, 0)).toBe(48);
  });

  it('shows a new layout by the traits it declares', () => {
    const shape = {
      name: 'row',
      title: 'All in a row',
      refuses: () => null,
      layout: (network: Network) => {
        const positions = blankPositions(network, 2);
        for (let v = 0; v < network.vertexCount; v++) setPosition(positions, v, v, network.vertices.level[v]);
        return positions;
      },
    };
    const lying = createStage(tree, defineLayout(shape), {});
    expect(lying).toMatchObject({ flat: true, face: 'top', direct: true, blocks: null });
    const standing = createStage(tree, defineLayout({ ...shape, traits: { upright: true } }), {});
    expect(standing).toMatchObject({ face: 'front', direct: true });
    const heights = [0, tree.vertexCount - 1].map((v) => standing.places[v * 3 + 1]);
    expect(new Set(heights).size).toBe(2);
    const compact = createStage(tree, defineLayout({ ...shape, traits: { compact: true } }), {});
    expect(compact.direct).toBe(false);
    expect(compact.sizes[0] / lying.sizes[0]).toBeCloseTo(0.88 / 0.7, 5);
    const blocks = createStage(tree, defineLayout({ ...shape, blocks: layeredBlocks }), {});
    expect(blocks.direct).toBe(false);
    expect(blocks.blocks!.boxes.length / 6).toBe(16 + 4 + 1);
  });

  it('says that a layout is not there, or cannot draw the network, where another is shown', () => {
    const missing = (wanted: string) => missingLayout(wanted, layoutNamed('HT'), tree);
    expect([missing(''), missing('HT')]).toEqual([null, null]);
    expect(missing('spirall')).toBe('There is no layout «spirall». HT is shown.');
    expect(missing('grid')).toMatch(/^«grid» cannot draw this network: .*\. HT is shown\.$/);
  });

  it('no two parameters of layouts share their key in the address', () => {
    const keys = layouts.flatMap(({ parameters }) => Object.keys(parameters));
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('HT gives its top layer more room on request (LANL-55)', () => {
    const width = (scale: number): number => {
      const { places } = createStage(tree, layoutNamed('HT'), { scale });
      const top = [...tree.switches].filter((v) => tree.vertices.level[v] === 3).map((v) => places[v * 3]);
      return Math.max(...top) - Math.min(...top);
    };
    expect(width(1.5)).toBeGreaterThan(width(1) * 1.2);
  });
});

describe('picking', () => {
  const stage = createStage(tree, layoutNamed('HT'), {});
  const camera = createStageCamera();

  it('finds every switch where it is drawn', () => {
    camera.place(fitPose(stage, 'top', 1), true, 1);
    for (const v of tree.switches) {
      const ray = camera.ray(600, 600, 0, 0);
      const m = ray.matrix.elements;
      const [x, y, z] = stage.places.subarray(v * 3, v * 3 + 3);
      const at = {
        x: (m[0] * x + m[4] * y + m[8] * z + m[12] + 1) * 300,
        y: (1 - (m[1] * x + m[5] * y + m[9] * z + m[13])) * 300,
      };
      const sizes = stage.sizes.map((size, vertex) => (tree.vertices.level[vertex] > 0 ? size : 0));
      expect(pickMark({ ...ray, ...at }, stage.places, sizes, tree.vertexCount, 1)).toBe(v);
    }
  });

  it('finds marks of a heap beside their common place', () => {
    const ray = { matrix: new Matrix4(), scale: 1, width: 100, height: 100, x: 50, y: 50 };
    const lifts = new Float32Array(28);
    for (let mark = 0; mark < 14; mark++) liftAbove(mark, lifts, mark);
    const lifted = { lifts, step: { size: 0.008, pixels: 6 } };
    const find = (x: number, y: number): number =>
      pickMark({ ...ray, x, y }, new Float32Array(42), new Float32Array(14).fill(0.008), 14, 2.5, lifted);
    expect([find(50, 50), find(50, 44), find(51, 39), find(56, 50), find(56, 44)]).toEqual([0, 1, 2, 12, 13]);
    expect(find(56, 38)).toBe(-1);
  });

  it('hits the box in front', () => {
    const boxes = Float32Array.of(0, 0, -0.5, 0.2, 0.2, 0.2, 0, 0, 0.5, 0.2, 0.2, 0.2);
    const ray = { matrix: new Matrix4(), scale: 1, width: 100, height: 100, x: 50, y: 50 };
    expect(pickBox(ray, new Matrix4(), boxes)).toBe(0);
    expect(pickBox({ ...ray, x: 90 }, new Matrix4(), boxes)).toBe(-1);
  });
});

describe('clock', () => {
  const clock = (loop: boolean) => ({
    range: () => [100, 300] as const,
    stepLength: () => 1,
    speed: () => 1,
    loop: () => loop,
  });

  it('passes the range in twenty seconds, then starts again or stops', () => {
    expect(advance(100, 10, clock(true))).toBe(200);
    expect(advance(200, 15, clock(true))).toBe(150);
    expect(advance(200, 15, clock(false))).toBeNull();
    expect(advance(0, 1, clock(false))).toBe(110);
  });
});

describe('attributes', () => {
  it('are the columns that tell vertices apart', () => {
    expect(vertexAttributes(tree).map(({ key }) => key)).toEqual(
      expect.arrayContaining(['kind', 'level', 'degree']),
    );
    expect(linkAttributes(tree).map(({ key }) => key)).toEqual(
      expect.arrayContaining(['class', 'direction']),
    );
  });

  it('count what passes a vertex once: 11 MB through a switch are 11 MB', () => {
    const totals = new Float64Array(tree.linkCount);
    const [leaf] = tree.switches.filter((vertex) => tree.vertices.level[vertex] === 1);
    const [into] = inLinksOf(tree, leaf);
    const out = outLinksOf(tree, leaf).find((link) => tree.links.reverse[link] !== into) ?? -1;
    totals[into] = 11e6;
    totals[out] = 11e6;
    const through = throughTraffic(tree, totals);
    const { src, dst } = tree.links;
    expect([src[into], leaf, dst[out]].map((vertex) => through[vertex])).toEqual([11e6, 11e6, 11e6]);
    totals[into] = 40;
    totals[out] = 70;
    const busiest = busiestLinks(tree, totals);
    expect([src[into], leaf, dst[out]].map((vertex) => busiest[vertex])).toEqual([40, 70, 70]);
  });

  it('show both directions of a cable, half of it each', () => {
    const places = new Float64Array(tree.vertexCount * 3).map((_, at) => at);
    const ends = linkHalves(tree, Float32Array.from(places));
    const { src, dst, reverse } = tree.links;
    expect([...ends.subarray(0, 3)]).toEqual([0, 1, 2].map((axis) => src[0] * 3 + axis));
    expect([...ends.subarray(3, 6)]).toEqual([0, 1, 2].map((axis) => ((src[0] + dst[0]) * 3) / 2 + axis));
    expect(ends.subarray(3, 6)).toEqual(ends.subarray(reverse[0] * 6 + 3, reverse[0] * 6 + 6));
  });

  it('draw one cable for two links (LANL-10: 128 + 64)', () => {
    expect(cablesOf(tree).length).toBe(192);
  });
});

describe('brightness', () => {
  it('shows one message and never exceeds its steps', () => {
    expect(brightness(0, 4)).toBe(0);
    expect(brightness(0.001, 4)).toBe(1);
    expect(brightness(1000, 4)).toBe(LEVELS_OF_LIGHT - 1);
  });
});

describe('messages', () => {
  const rows = 5;
  const flights = planFlights(
    {
      rows,
      src: Int32Array.of(0, 1, 2, 3, 4),
      dst: Int32Array.of(1, 2, 3, 4, 5),
      bytes: new Float64Array(rows),
      count: new Float64Array(rows).fill(1),
      sent: Float64Array.of(0, 0, 5, 20, 21),
      received: Float64Array.of(10, 5, 12, 30, 22),
    },
    new Int32Array(rows),
    (_, rank) => rank,
    (a, b) => Int32Array.of(a, b),
  );

  it('most at once is counted with ends before starts', () => {
    expect(mostConcurrent(flights)).toBe(2);
  });

  it('arrive in (from, to]', () => {
    const byEnd = Int32Array.from(flights.to, (_, i) => i).sort((a, b) => flights.to[a] - flights.to[b]);
    const ends = (from: number, to: number): number[] =>
      [...arrivals(flights, byEnd, from, to)].map((flight) => flights.to[flight]);
    expect(ends(5, 12)).toEqual([10, 12]);
    expect(ends(12, 12)).toEqual([]);
    expect(ends(-1, 100)).toEqual([5, 10, 12, 22, 30]);
  });
});

describe('own generating functions', () => {
  it('are reported with the switches that collide (LANL-24)', () => {
    expect(describeCells(() => pairFromExpressions('3^(n-1)*a', '3^(n-1)*b'), 3).title).toBe(
      'No collisions: 48 cells in 9 × 9',
    );
    const report = describeCells(() => pairFromExpressions('2*3^(n-1)*b', '3^(n-1)*b'), 3);
    expect(report.title).toContain('4 collisions: 44 cells');
    expect(report.lines[0]).toMatch(/^L\d-\d+ \(-?\d+, -?\d+\), L\d-\d+ \(-?\d+, -?\d+\)$/);
    const half = describeCells(() => pairFromExpressions('(n+1)*2^(n-2)*b', '2^(n-2)*b'), 3);
    expect(half.title).toContain('20 collisions: ');
    expect(describeCells(() => pairFromExpressions('3^(n', 'b'), 3).title).toBe('This cannot be drawn');
  });
});

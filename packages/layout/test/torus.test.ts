import { buildNetwork, nodeCoordinate, removeParts, type TorusShape, torusShape } from '@weft/network';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  layoutCompositePlanes,
  layoutDetailedPlanes,
  moveRole,
  parseRoles,
  planeFrames,
  planeSteps,
  printRoles,
  shareLines,
  standardRoles,
  type TorusLines,
} from '../src/index.ts';

const area = { x: 0, y: 0, width: 1200, height: 500 };

function torusOf(sizes: number[], family: 'torus' | 'mesh' = 'torus'): TorusShape {
  return torusShape(buildNetwork(family, { sizes }))!;
}

/** Drawn lines of each dimension, both tracks of a line counted once. */
function lineCounts(shape: TorusShape, lines: TorusLines): Record<string, number> {
  const counts: Record<string, number> = {};
  for (let line = 0; line < lines.count; line += 2) {
    if (Number.isNaN(lines.rects[line * 4])) continue;
    const name = shape.names[lines.direction[line] >> 1];
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

describe('roles of dimensions', () => {
  const sizes = [4, 4, 4, 4, 2];

  it('start as the paper has them, with wide rows broken', () => {
    expect(printRoles(standardRoles(sizes))).toBe('abcde');
    expect(printRoles(standardRoles([16, 16, 16, 12, 2]))).toBe('abc.de');
    expect(printRoles(standardRoles([8, 8, 8]))).toBe('abc');
  });

  it('move the dimensions between up: a to inner turns (a x b) | c into (b x c) | a', () => {
    expect(printRoles(moveRole(standardRoles(sizes), 0, 2))).toBe('bcade');
    expect(printRoles(moveRole(standardRoles(sizes), 4, 1))).toBe('aebcd');
  });

  it('leave a role free when its dimension moves to a free one, but never one of the plane', () => {
    expect(printRoles(moveRole(standardRoles(sizes), 3, 5))).toBe('abc.ed');
    expect(printRoles(moveRole(standardRoles(sizes), 0, 5))).toBe('bc.dea');
  });

  it('reach all orders of five dimensions', () => {
    const start = standardRoles(sizes);
    const met = new Set([printRoles(start)]);
    const queue = [start];
    for (let roles = queue.pop(); roles; roles = queue.pop()) {
      for (let from = 0; from < 5; from++) {
        for (let to = 0; to < 5; to++) {
          const next = moveRole(roles, from, to);
          if (met.has(printRoles(next))) continue;
          met.add(printRoles(next));
          queue.push(next);
        }
      }
    }
    expect(met.size).toBe(120);
  });

  it('come back from their text, and are the standard ones where it names no order', () => {
    expect(parseRoles('abc.de', sizes)).toEqual([0, 1, 2, -1, 3, 4]);
    for (const text of ['', 'abcd', 'aabcd', '.abcde', 'abcdef', 'a.bcde'])
      expect(printRoles(parseRoles(text, sizes))).toBe('abcde');
  });

  it('continue across and down in turn beyond six dimensions', () => {
    const roles = standardRoles([2, 2, 2, 2, 2, 2, 2, 2]);
    expect(planeSteps(roles)).toEqual({ across: [2, 3, 6], down: [4, 5, 7] });
  });
});

describe('planes of the 4 x 4 x 4 x 4 x 2 torus', () => {
  const shape = torusOf([4, 4, 4, 4, 2]);

  it('VT-6, VT-12: 32 planes of 16 nodes, 16 across and 2 down, every link of a and b a line of its own', () => {
    const { across, down, lines } = layoutDetailedPlanes(shape, standardRoles(shape.sizes), area);
    const planes = (levels: readonly { size: number }[]) =>
      levels.slice(1).reduce((all, { size }) => all * size, 1);
    expect([planes(across.levels), planes(down.levels)]).toEqual([16, 2]);
    expect(lineCounts(shape, lines)).toEqual({ a: 512, b: 512 });
    expect(Math.max(...lines.links)).toBe(1);
  });

  it('VT-12: composite planes have 8 groups of 16 lines, 32 d and 32 e lines', () => {
    const { across, down, lines } = layoutCompositePlanes(shape, standardRoles(shape.sizes), area);
    expect(lineCounts(shape, lines)).toEqual({ c: 128, d: 32, e: 32 });
    const frames = planeFrames(5, across, down, 1);
    expect([frames.groups.length, frames.outermost.length]).toEqual([8, 2]);
  });

  it('VT-8, VT-9: a line stands for the links with a = n over b, or for a whole plane', () => {
    const { lines } = layoutCompositePlanes(shape, standardRoles(shape.sizes), area);
    for (let slot = 0; slot < lines.lineOf.length; slot++) {
      const line = lines.lineOf[slot];
      if (line >= 0) expect(lines.links[line]).toBe((slot % 10) >> 1 === 2 ? 4 : 16);
    }
  });

  it('VT-25: with (b x c) planes every d line holds links of one a, with (a x b) planes of all', () => {
    const valuesOfA = (roles: string): number => {
      const { lines } = layoutCompositePlanes(shape, parseRoles(roles, shape.sizes), area);
      const met = new Map<number, Set<number>>();
      lines.lineOf.forEach((line, slot) => {
        if (slot % 10 !== 6) return;
        met.set(line, (met.get(line) ?? new Set()).add(nodeCoordinate(shape, Math.floor(slot / 10), 0)));
      });
      return Math.max(...[...met.values()].map((values) => values.size));
    };
    expect(valuesOfA('bcade')).toBe(1);
    expect(valuesOfA('abcde')).toBe(4);
  });

  it('VT-5: keeps the two parallel links of e apart, one between the rows and one that closes the ring', () => {
    const { lines } = layoutCompositePlanes(shape, standardRoles(shape.sizes), area);
    const own = new Set<number>();
    for (let node = 0; node < 512; node++)
      for (const sign of [0, 1]) own.add(shape.linkAt[node * 10 + 8 + sign]);
    expect(own.size).toBe(1024);
    const links = [...lines.direction.keys()].filter((line) => lines.direction[line] === 8);
    expect(links.filter((line) => lines.wraps[line] === 1).length).toBe(16);
    expect(links.reduce((sum, line) => sum + lines.links[line], 0)).toBe(512);
  });
});

describe('lines that share links', () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 7 });

  it('hold every link once, as many as a count by coordinates gives', () => {
    fc.assert(
      fc.property(
        sizes,
        fc.boolean(),
        fc.infiniteStream(fc.integer({ min: 1, max: 4 })),
        (given, apart, stream) => {
          const shape = torusOf(given);
          const kinds = given.map((_, dimension) => ({
            dimension,
            shared: given.map((size) => Math.min(size, stream.next().value ?? 1)),
            place: () => [0, 0, 1, 1] as const,
          }));
          const lines = shareLines(shape, kinds, apart);
          const slow = new Map<number, number>();
          let placed = 0;
          lines.lineOf.forEach((line, slot) => {
            expect(line >= 0).toBe(given[(slot % shape.directions) >> 1] > 1);
            if (line < 0) return;
            placed++;
            slow.set(line, (slow.get(line) ?? 0) + 1);
          });
          expect(placed).toBe(given.filter((size) => size > 1).length * 2 * shape.nodeCount);
          for (const [line, count] of slow) expect(lines.links[line]).toBe(count);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('put the - link of the next node on the line of the + link: a cable is one line', () => {
    fc.assert(
      fc.property(sizes, (given) => {
        const network = buildNetwork('torus', { sizes: given });
        const shape = torusShape(network)!;
        const { lines } = layoutCompositePlanes(shape, standardRoles(given), area, { apart: false });
        const lineOfLink = new Map<number, number>();
        shape.linkAt.forEach((link, slot) => void lineOfLink.set(link, lines.lineOf[slot]));
        for (let link = 0; link < network.linkCount; link++)
          expect(lineOfLink.get(network.links.reverse[link])).toBe(lineOfLink.get(link));
      }),
      { numRuns: 40 },
    );
  });
});

describe('what is not there', () => {
  it('draws no wrap in a mesh', () => {
    const shape = torusOf([3, 3], 'mesh');
    const { lines } = layoutDetailedPlanes(shape, standardRoles(shape.sizes), area);
    expect(lineCounts(shape, lines)).toEqual({ a: 6, b: 6 });
  });

  it('keeps the lines of removed cables, without links', () => {
    const whole = buildNetwork('torus', { sizes: [4, 4] });
    const { network: broken } = removeParts(whole, { links: [0] });
    const shape = torusShape(broken)!;
    const { lines } = layoutDetailedPlanes(shape, standardRoles(shape.sizes), area);
    expect(lineCounts(shape, lines)).toEqual({ a: 16, b: 16 });
    expect([...lines.links].filter((count) => count === 0).length).toBe(2);
    expect(shape.faults.missing).toBe(2);
  });

  it('lays out one dimension, and dimensions of size 1', () => {
    for (const sizes of [[5], [1, 5], [5, 1, 1], [2, 1, 2]]) {
      const shape = torusOf(sizes);
      const links = sizes.filter((size) => size > 1).length * shape.nodeCount * 2;
      const roles = standardRoles(sizes);
      const inPlane = layoutDetailedPlanes(shape, roles, area).lines.links.reduce(
        (sum, count) => sum + count,
        0,
      );
      const between = layoutCompositePlanes(shape, roles, area).lines.links.reduce(
        (sum, count) => sum + count,
        0,
      );
      expect(inPlane + between).toBe(links);
    }
  });
});

describe('lines too thin to be seen', () => {
  it('are shared by neighbours until they are wide enough', () => {
    const shape = torusOf([16, 16, 16]);
    const small = { x: 0, y: 0, width: 300, height: 20 };
    const roles = standardRoles(shape.sizes);
    const composite = layoutCompositePlanes(shape, roles, small);
    expect(lineCounts(shape, composite.lines)).toEqual({ c: 64 });
    expect(lineCounts(shape, layoutCompositePlanes(shape, roles, small, { zoom: 4 }).lines)).toEqual({
      c: 256,
    });
    const detailed = layoutDetailedPlanes(shape, roles, small);
    expect([detailed.asLines, detailed.merged]).toEqual([false, 2]);
    expect(Math.max(...detailed.lines.links)).toBe(4);
  });
});

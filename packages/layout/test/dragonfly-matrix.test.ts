import { type Network, NetworkBuilder } from '@weft/model';
import { buildNetwork } from '@weft/network';
import { describe, expect, it } from 'vitest';
import { dragonflyMatrix } from '../src/dragonfly-matrix/dragonfly-matrix.ts';
import { INCOMING, type LinkMatrix, layoutLinkMatrix, OUTGOING } from '../src/index.ts';

interface Router {
  readonly id: number;
  readonly coord: readonly [group: number, row: number, column: number];
}

/** A small Cray XC: three groups of 2 rows and 4 columns; green along rows, two black cables along each column. */
function cray(without: (from: Router, to: Router) => boolean = () => false): Network {
  const builder = new NetworkBuilder();
  const routers: Router[] = [];
  for (let at = 0; at < 24; at++) {
    const coord = [Math.floor(at / 8), Math.floor(at / 4) % 2, at % 4] as const;
    const facts = { kind: 'switch', name: coord.join(':'), level: 1, pod: coord[0], coord } as const;
    routers.push({ id: builder.addVertex(facts), coord });
  }
  const ports = new Map<number, number>();
  const port = ({ id }: Router): number => {
    ports.set(id, (ports.get(id) ?? 0) + 1);
    return ports.get(id) ?? 0;
  };
  const connect = (a: Router, b: Router, name: string): void => {
    if (!without(a, b))
      builder.addCable({ from: a.id, to: b.id, fromPort: port(a), toPort: port(b), class: name });
  };
  for (const a of routers)
    for (const b of routers) {
      if (a.id >= b.id) continue;
      const [group, row, column] = [0, 1, 2].map((at) => a.coord[at] === b.coord[at]);
      if (group && row) connect(a, b, 'green');
      if (group && column) for (let i = 0; i < 2; i++) connect(a, b, 'black');
      if (!group && row && column) connect(a, b, 'blue');
    }
  return builder.build();
}

type Rect = readonly number[];

function rectsOf({ linkRects }: LinkMatrix, links: readonly number[]): Rect[] {
  return links.map((link) => [...linkRects.subarray(link * 4, link * 4 + 4)]);
}

function overlap([x, y, width, height]: Rect, [left, top, wide, tall]: Rect): boolean {
  const gap = 1e-4;
  const across = x < left + wide - gap && left < x + width - gap;
  return across && y < top + tall - gap && top < y + height - gap;
}

function overlaps(rects: readonly Rect[]): number {
  return rects.reduce(
    (sum, rect, i) => sum + rects.slice(i + 1).filter((other) => overlap(rect, other)).length,
    0,
  );
}

const canonical = buildNetwork('dragonfly', { hostsPerSwitch: 2, switchesPerGroup: 4, globalLinks: 2 });

describe.each([
  ['a dragonfly', canonical],
  ['a Cray XC', cray()],
])('the matrix of %s', (_, network) => {
  const matrix = dragonflyMatrix.layout(network, { aspect: 1.5 });
  const isSwitch = new Set(network.switches);
  const between = [...network.links.id].filter(
    (link) => isSwitch.has(network.links.src[link]) && isSwitch.has(network.links.dst[link]),
  );

  it('has one cell for each link between switches, none for those of hosts, inside the picture', () => {
    const drawn = [...network.links.id].filter((link) => !Number.isNaN(matrix.linkRects[link * 4]));
    expect(drawn).toEqual(between);
    const rects = rectsOf(matrix, between);
    expect(overlaps(rects)).toBe(0);
    for (const [x, y, width, height] of rects) {
      expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
      expect(x + width).toBeLessThanOrEqual(matrix.width);
      expect(y + height).toBeLessThanOrEqual(matrix.height);
    }
    expect(matrix.missing.length).toBe(0);
  });

  it('has both halves of each switch once, clear of the links', () => {
    const { vertex, part, rects } = matrix.switchParts;
    for (const half of [INCOMING, OUTGOING]) {
      const own = [...vertex].filter((_vertex, i) => part[i] === half);
      expect(own.sort((a, b) => a - b)).toEqual([...network.switches]);
    }
    const halves = Array.from(vertex, (_vertex, i) => [...rects.subarray(i * 4, i * 4 + 4)]);
    expect(overlaps([...halves, ...rectsOf(matrix, between)])).toBe(0);
  });
});

describe('the matrix of a Cray XC', () => {
  it('has the links between groups in the first block, and each group in one of its own', () => {
    const network = cray();
    const { blocks, ...matrix } = dragonflyMatrix.layout(network, { aspect: 1.5 });
    expect(blocks.map(({ title }) => title)).toEqual([
      'Between groups, blue',
      'Group 0',
      'Group 1',
      'Group 2',
    ]);
    const { pod } = network.vertices;
    for (const link of network.links.id) {
      const [from, to] = [pod[network.links.src[link]], pod[network.links.dst[link]]];
      const { x, y, width, height } = blocks[from === to ? 1 + from : 0];
      expect(overlap([...matrix.linkRects.subarray(link * 4, link * 4 + 4)], [x, y, width, height])).toBe(
        true,
      );
    }
    expect(blocks[1].labels?.map(({ text }) => text)).toEqual([
      'row 0, green',
      'row 1, green',
      ...[0, 1, 2, 3].map((column) => `column ${column}, black`),
    ]);
  });

  it('marks a cable that a row lacks, but not what a file of few links does not tell', () => {
    const missing = (without: Parameters<typeof cray>[0]): number =>
      dragonflyMatrix.layout(cray(without), { aspect: 1 }).missing.length / 4;
    const isPair = (a: Router, b: Router): boolean =>
      a.coord.join() === '1,0,0' && b.coord.join() === '1,0,1';
    expect(missing(isPair)).toBe(2);
    const inRow = (a: Router, b: Router): boolean =>
      a.coord[0] === 1 && a.coord[1] === b.coord[1] && b.coord[2] > 1;
    expect(missing((a, b) => a.coord[0] === b.coord[0] && inRow(a, b))).toBe(0);
  });

  it('is taken for networks of groups alone', () => {
    expect(dragonflyMatrix.refuses(cray())).toBeNull();
    expect(dragonflyMatrix.refuses(buildNetwork('kary-ntree', { arity: 4, layers: 3 }))).not.toBeNull();
    expect(layoutLinkMatrix(buildNetwork('torus', { sizes: [4, 4] }), { aspect: 1 })).toBeNull();
  });
});

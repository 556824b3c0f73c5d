import { type Network, NetworkBuilder } from '@weft/model';
import { buildNetwork, describeFaults, removeParts, torusShape } from '@weft/network';
import { expect, it } from 'vitest';
import { layoutCompositePlanes, layoutDetailedPlanes, standardRoles } from '../src/index.ts';

const area = { x: 0, y: 0, width: 1200, height: 500 };

/** A row of nodes whose first cable joins no neighbours, and whose last node has the coordinates of another. */
function contradicted(): Network {
  const builder = new NetworkBuilder();
  for (const at of [0, 1, 2, 3, 3]) builder.addVertex({ kind: 'host', coord: [at, 0] });
  builder.addCable({ from: 0, to: 2, direction: '+a', reverseDirection: '-a' });
  builder.addCable({ from: 1, to: 2, direction: '+a', reverseDirection: '-a' });
  builder.addCable({ from: 2, to: 3, direction: '+a', reverseDirection: '-a' });
  return builder.build();
}

interface BadTorus {
  readonly name: string;
  readonly network: Network;
  readonly sizes: readonly number[];
  readonly rings: readonly boolean[];
  readonly said: readonly string[];
  /** Links that have a line of a detailed plane, and those that lines are dashed for. */
  readonly drawn: readonly [there: number, missing: number];
}

const whole = buildNetwork('torus', { sizes: [4, 4] });
const cases: readonly BadTorus[] = [
  {
    name: 'a dimension of one node has no links',
    network: buildNetwork('torus', { sizes: [4, 1, 3] }),
    sizes: [4, 1, 3],
    rings: [true, false, true],
    said: [],
    drawn: [24, 0],
  },
  {
    name: 'a dimension of two nodes has two parallel links each way, kept apart',
    network: buildNetwork('torus', { sizes: [2, 3] }),
    sizes: [2, 3],
    rings: [true, true],
    said: [],
    drawn: [24, 0],
  },
  {
    name: 'a missing node is a hole without lines to its neighbours',
    network: removeParts(whole, { hosts: [5] }).network,
    sizes: [4, 4],
    rings: [true, true],
    said: ['1 place has no node'],
    drawn: [56, 0],
  },
  {
    name: 'a missing cable is missing in both directions, and the ring stays a ring',
    network: removeParts(whole, { links: [0] }).network,
    sizes: [4, 4],
    rings: [true, true],
    said: ['2 links are missing'],
    drawn: [62, 2],
  },
  {
    name: 'a mesh has no wrap',
    network: buildNetwork('mesh', { sizes: [4, 4] }),
    sizes: [4, 4],
    rings: [false, false],
    said: [],
    drawn: [48, 0],
  },
  {
    name: 'links to I/O nodes are told, not drawn',
    network: buildNetwork('torus', { sizes: [4, 4, 4, 4, 2], io: true }),
    sizes: [4, 4, 4, 4, 2],
    rings: [true, true, true, true, true],
    said: ['1,024 links to hosts or I/O nodes beside the torus are not drawn'],
    drawn: [2048, 0],
  },
  {
    name: 'eight dimensions',
    network: buildNetwork('torus', { sizes: [2, 2, 2, 2, 2, 2, 2, 2] }),
    sizes: [2, 2, 2, 2, 2, 2, 2, 2],
    rings: Array.from({ length: 8 }, () => true),
    said: [],
    drawn: [1024, 0],
  },
  {
    name: 'coordinates that contradict the cables make no wrap and no line',
    network: contradicted(),
    sizes: [4, 1],
    rings: [false, false],
    said: [
      '1 node shares its coordinates with another',
      '2 links are missing',
      '2 links join no neighbours and are not drawn',
    ],
    drawn: [4, 2],
  },
];

it.each(cases)('$name', ({ network, sizes, rings, said, drawn }) => {
  const shape = torusShape(network)!;
  expect([shape.sizes, shape.rings]).toEqual([sizes, rings]);
  expect(describeFaults(shape)).toEqual(said);
  const roles = standardRoles(shape.sizes);
  const { lines } = layoutDetailedPlanes(shape, roles, area);
  const there = lines.links.reduce((sum, links) => sum + links, 0);
  const expected = lines.expected.reduce((sum, links) => sum + links, 0);
  expect([there, expected - there]).toEqual(drawn);
  const composite = layoutCompositePlanes(shape, roles, area).lines;
  shape.linkAt.forEach((link, slot) => {
    if (link < 0) return;
    const isDrawn = lines.lineOf[slot] >= 0 || composite.lineOf[slot] >= 0;
    expect(isDrawn).toBe(true);
  });
});

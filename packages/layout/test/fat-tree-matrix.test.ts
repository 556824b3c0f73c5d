import { type Network, NetworkBuilder, textAt } from '@weft/model';
import { buildNetwork, removeParts } from '@weft/network';
import { describe, expect, it } from 'vitest';
import { fatTreeMatrix } from '../src/fat-tree-matrix/fat-tree-matrix.ts';
import { INCOMING, matrixBlocks, OUTGOING } from '../src/index.ts';

const tree1296 = buildNetwork('fat-tree', { ports: 36, pods: 4 });

function drawnLinks(network: Network): number[] {
  const { linkRects } = fatTreeMatrix.layout(network, { aspect: 2 });
  return Array.from({ length: network.linkCount }, (_, link) => link).filter(
    (link) => !Number.isNaN(linkRects[link * 4]),
  );
}

describe('the fat-tree matrix', () => {
  it('of 1296 nodes has 4 pods, 2 bundles each, 36 rows x 18 columns (TS-18)', () => {
    const blocks = matrixBlocks(tree1296);
    expect(blocks.length).toBe(4);
    for (const { lowerRows, bundles } of blocks) {
      expect(bundles.length).toBe(2);
      for (const bundle of bundles)
        expect([lowerRows.length + bundle.upperRows.length, 2 * bundle.columns.length]).toEqual([36, 18]);
    }
  });

  it('of 3200 nodes has 8 pods, 4 bundles each, 40 rows x 10 columns (TS-18)', () => {
    const network = buildNetwork('fat-tree', { ports: 40, pods: 8 });
    const blocks = matrixBlocks(network);
    expect(blocks.length).toBe(8);
    for (const { lowerRows, bundles } of blocks) {
      expect(
        bundles.map((bundle) => [lowerRows.length + bundle.upperRows.length, 2 * bundle.columns.length]),
      ).toEqual(new Array(4).fill([40, 10]));
    }
    expect(drawnLinks(network).length).toBe(12_800);
  });

  it('shows every directed switch link exactly once, host links not at all', () => {
    const drawn = drawnLinks(tree1296);
    expect(drawn.length).toBe(5184);
    for (const link of drawn) expect(textAt(tree1296.links.class, link)).not.toBe('L0-L1');
    const { linkRects, missing } = fatTreeMatrix.layout(tree1296, { aspect: 2 });
    const corners = new Set(drawn.map((link) => `${linkRects[link * 4]},${linkRects[link * 4 + 1]}`));
    expect(corners.size).toBe(5184);
    expect(missing.length).toBe(0);
  });

  it('has all links into an L2 in one column and all out of it in another (TS-16)', () => {
    const { linkRects } = fatTreeMatrix.layout(tree1296, { aspect: 2 });
    const { src, dst } = tree1296.links;
    const { level } = tree1296.vertices;
    const columns = new Map<string, Set<number>>();
    for (const link of drawnLinks(tree1296)) {
      const into = level[dst[link]] === 2;
      const key = `${into ? 'into' : 'out of'} ${into ? dst[link] : src[link]}`;
      columns.set(key, (columns.get(key) ?? new Set()).add(linkRects[link * 4]));
    }
    expect(columns.size).toBe(144);
    for (const xs of columns.values()) expect(xs.size).toBe(1);
  });

  it('splits every drawn switch into incoming and outgoing (TS-17)', () => {
    const { switchParts } = fatTreeMatrix.layout(tree1296, { aspect: 2 });
    const count = (part: number) => switchParts.part.filter((own) => own === part).length;
    // 72 L1 and 72 L2 once, 36 L3 in each of the 4 pods
    expect(count(INCOMING)).toBe(72 + 72 + 36 * 4);
    expect(count(OUTGOING)).toBe(count(INCOMING));
  });

  it('comes close to the wanted aspect', () => {
    const wide = fatTreeMatrix.layout(tree1296, { aspect: 4 });
    const tall = fatTreeMatrix.layout(tree1296, { aspect: 0.5 });
    expect(wide.width / wide.height).toBeGreaterThan(tall.width / tall.height);
  });

  it.each([
    ['two levels', 'fat-tree', { ports: 8, levels: 2 }],
    ['four levels', 'kary-ntree', { arity: 2, layers: 4 }],
    ['five levels', 'kary-ntree', { arity: 2, layers: 5 }],
    ['quaternary, three levels', 'kary-ntree', { arity: 4, layers: 3 }],
  ])('shows each switch link of a tree of %s once', (_, family, params) => {
    const network = buildNetwork(family, params);
    const { level } = network.vertices;
    const switchLinks = network.links.src.filter(
      (v, link) => level[v] > 0 && level[network.links.dst[link]] > 0,
    );
    expect(drawnLinks(network).length).toBe(switchLinks.length);
    expect(fatTreeMatrix.layout(network, { aspect: 2 }).missing.length).toBe(0);
  });

  it('keeps the planes of a dual-plane tree apart and shows parallel links side by side', () => {
    const builder = new NetworkBuilder();
    const host = builder.addVertex({ kind: 'host', level: 0 });
    for (let plane = 0; plane < 2; plane++) {
      const leaf = builder.addVertex({ kind: 'switch', level: 1 });
      const top = builder.addVertex({ kind: 'switch', level: 2 });
      builder.addCable({ from: host, to: leaf });
      builder.addCable({ from: leaf, to: top });
      builder.addCable({ from: leaf, to: top });
    }
    const network = builder.build();
    expect(matrixBlocks(network).length).toBe(2);
    const { linkRects, missing } = fatTreeMatrix.layout(network, { aspect: 1 });
    expect(missing.length).toBe(0);
    expect(drawnLinks(network).length).toBe(8);
    expect(linkRects[drawnLinks(network)[0] * 4 + 2]).toBe(0.5);
    const titles = fatTreeMatrix.layout(network, { aspect: 1 }).blocks.map(({ title }) => title);
    expect(titles).toEqual(['Plane 0, pod 0', 'Plane 1, pod 0']);
  });

  it('keeps a switch without any cable up in its pod, all its cables missing (TS-6)', () => {
    const leaf = [...tree1296.switches].find((vertex) => tree1296.vertices.level[vertex] === 1)!;
    const middle = [...tree1296.switches].find((vertex) => tree1296.vertices.level[vertex] === 2)!;
    const ends = (link: number) => [tree1296.links.src[link], tree1296.links.dst[link]];
    const links = [...tree1296.links.id].filter((link) => {
      const [low, high] = ends(link).sort((a, b) => tree1296.vertices.level[a] - tree1296.vertices.level[b]);
      return (low === leaf && tree1296.vertices.level[high] === 2) || low === middle;
    });
    const { network } = removeParts(tree1296, { links });
    expect(links.length).toBe(2 * 36);
    const matrix = fatTreeMatrix.layout(network, { aspect: 1 });
    expect(
      matrix.blocks.map(({ lowerRows, upperRows, bundles }) => [lowerRows, upperRows, bundles.length]),
    ).toEqual(new Array(4).fill([18, 18, 2]));
    expect(matrix.missing.length).toBe(4 * 2 * 36);
  });

  it('shows pods of unequal size', () => {
    const hosts = [...tree1296.hosts].slice(0, 18 * 5);
    const switches = [...tree1296.switches]
      .filter((vertex) => tree1296.vertices.level[vertex] === 1)
      .slice(0, 5);
    const { network } = removeParts(tree1296, { switches, hosts });
    expect(matrixBlocks(network).map(({ lowerRows }) => lowerRows.length)).toEqual([13, 18, 18, 18]);
    expect(drawnLinks(network).length).toBe(5184 - 5 * 36);
  });

  it('sets the many narrow bundles of a full tree close together', () => {
    const network = buildNetwork('fat-tree', { ports: 16 });
    const { blocks } = fatTreeMatrix.layout(network, { aspect: 2 });
    const [first, second] = blocks[0].bundles;
    expect(second.intoX - first.intoX).toBeLessThan(4.5);
  });

  it('marks cells whose cable is missing', () => {
    const builder = new NetworkBuilder();
    const switches = [1, 1, 2, 2].map((level) => builder.addVertex({ kind: 'switch', level }));
    for (const [a, b] of [
      [0, 2],
      [0, 3],
      [1, 2],
    ])
      builder.addCable({ from: switches[a], to: switches[b] });
    expect(fatTreeMatrix.layout(builder.build(), { aspect: 1 }).missing.length).toBe(2 * 4);
  });
});

import { buildNetwork } from '@weft/network';
import { describe, expect, it } from 'vitest';
import { search } from '../src/shell/search-index.ts';

const tree = buildNetwork('fat-tree', { ports: 4 });

describe('search', () => {
  it('finds a pod by its number and leads to its first switch', () => {
    const [pod] = search('Pod 2', tree, null);
    expect(pod).toMatchObject({ kind: 'pod', title: 'pod 2', detail: '4 switches · 4 hosts', change: {} });
    expect([tree.vertices.pod[pod.id], tree.switches.includes(pod.id)]).toEqual([2, true]);
    expect(search('pod 99', tree, null)).toEqual([]);
  });

  it('finds links by their number', () => {
    expect(search('link 3', tree, null)).toMatchObject([{ kind: 'link', id: 3, change: { links: [3] } }]);
  });
});

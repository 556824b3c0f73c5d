import { describe, expect, it } from 'vitest';
import { type CreationEvent, rangeRanks, resolveCommunicators } from '../../src/communicators/index.ts';

const options = { worldSize: 4, worldId: 2, selfId: 3 };

function resolve(events: Record<number, CreationEvent[]>, worldSize = 4) {
  const map = new Map(Object.entries(events).map(([rank, list]) => [Number(rank), list]));
  const resolved = resolveCommunicators(map, { ...options, worldSize });
  return {
    ...resolved,
    list: resolved.registry.list.map(({ members, remote }) =>
      [...members, ...(remote ? ['|', ...remote] : [])].join(' '),
    ),
  };
}

const all = (make: (rank: number) => CreationEvent[]) =>
  Object.fromEntries([0, 1, 2, 3].map((rank) => [rank, make(rank)]));

describe('resolveCommunicators', () => {
  it('follows ids that are used again after a free', () => {
    const { list, created } = resolve(
      all((rank) => [
        { kind: 'split', parent: 2, color: rank % 2, key: -rank, created: 4 },
        { kind: 'dup', parent: 4, created: 5 },
        { kind: 'split', parent: 2, color: rank < 2 ? 0 : -1, key: 0, created: rank < 2 ? 4 : -1 },
        ...(rank < 2 ? [{ kind: 'dup', parent: 4, created: 6 } as const] : []),
      ]),
    );
    expect(list).toEqual(['0 1 2 3', '2 0', '3 1', '2 0', '3 1', '0 1', '0 1']);
    expect([...(created.get(0) ?? [])]).toEqual([1, 3, 5, 6]);
    expect([...(created.get(3) ?? [])]).toEqual([2, 4, -1]);
  });

  it('pairs the halves of intercommunicators by leaders and tag', () => {
    const { list } = resolve(
      all((rank) => [
        { kind: 'split', parent: 2, color: rank < 2 ? 0 : 1, key: 0, created: 4 },
        {
          kind: 'intercomm',
          parent: 4,
          leader: 0,
          peer: 2,
          remoteLeader: rank < 2 ? 2 : 0,
          tag: 9,
          created: 5,
        },
        { kind: 'merge', parent: 5, high: rank < 2 ? 1 : 0, created: 6 },
      ]),
    );
    expect(list.slice(3)).toEqual(['0 1 | 2 3', '2 3 0 1']);
  });

  it('evaluates groups and cuts Cartesian grids', () => {
    const { list } = resolve(
      all((rank) => [
        { kind: 'group-of', comm: 2, remote: false, group: 3 },
        { kind: 'group-pick', from: 3, ranks: [3, 1], exclude: false, group: 4 },
        { kind: 'group-pick', from: 3, ranks: [3], exclude: true, group: 5 },
        { kind: 'group-combine', how: 'intersection', first: 4, second: 5, group: 6 },
        { kind: 'create', parent: 2, group: 4, created: rank % 2 ? 4 : -1 },
        { kind: 'create', parent: 2, group: 6, created: rank === 1 ? 5 : -1 },
        { kind: 'cart', parent: 2, dims: [2, 2], created: 6 },
        { kind: 'cart-sub', parent: 6, remain: [1, 0], created: 7 },
        { kind: 'graph', parent: 2, nodes: 3, created: rank < 3 ? 8 : -1 },
      ]),
    );
    expect(list.slice(1)).toEqual(['3 1', '1', '0 1 2 3', '0 2', '1 3', '0 1 2']);
  });

  it('goes on without the ranks that are missing, and says so', () => {
    const events = all((rank) => [{ kind: 'split', parent: 2, color: 0, key: rank, created: 4 }]);
    delete (events as Record<number, unknown>)[3];
    const { list, incomplete } = resolve(events);
    expect(list).toEqual(['0 1 2 3', '0 1 2']);
    expect(incomplete).toBe(1);
  });

  it('knows that members of foreign communicators are unknown', () => {
    const { unknown, created } = resolve(
      {
        0: [
          { kind: 'foreign', created: 9 },
          { kind: 'dup', parent: 9, created: 10 },
        ],
      },
      1,
    );
    expect(unknown).toBe(2);
    expect([...(created.get(0) ?? [])]).toEqual([-1, -1]);
  });

  it('expands ranges in either direction', () => {
    expect(
      rangeRanks(
        [
          [1, 7, 3],
          [6, 2, -2],
        ],
        100,
      ),
    ).toEqual([1, 4, 7, 6, 4, 2]);
  });
});

import fc from 'fast-check';

/** Family and parameters of small networks of every family. */
export const someNetwork: fc.Arbitrary<readonly [string, object]> = fc.oneof(
  fc
    .record({ arity: fc.integer({ min: 2, max: 4 }), layers: fc.integer({ min: 1, max: 3 }) })
    .map((params) => ['kary-ntree', params] as const),
  fc.constantFrom(
    ['fat-tree', { ports: 4, levels: 3, pods: 4 }] as const,
    ['fat-tree', { ports: 4, levels: 3, pods: 2 }] as const,
    ['fat-tree', { ports: 8, levels: 3, pods: 4 }] as const,
    ['fat-tree', { ports: 8, levels: 3, pods: 8 }] as const,
    ['fat-tree', { ports: 12, levels: 3, pods: 6 }] as const,
    ['fat-tree', { ports: 8, levels: 3, pods: 4, hostsPerLeaf: 6 }] as const,
    ['fat-tree', { ports: 8, levels: 3, pods: 4, coreUplinks: 2 }] as const,
    ['fat-tree', { ports: 8, levels: 2, leaves: 8 }] as const,
    ['fat-tree', { ports: 8, levels: 2, leaves: 4 }] as const,
    ['fat-tree', { ports: 8, levels: 2, leaves: 4, hostsPerLeaf: 6 }] as const,
    ['xgft', { children: [2, 3, 2], parents: [1, 2, 3] }] as const,
    ['xgft', { children: [3, 2], parents: [2, 2] }] as const,
    ['xgft', { children: [2, 2, 2, 2, 2], parents: [1, 2, 1, 2, 2] }] as const,
    ['xgft', { children: [4, 3], parents: [1, 2] }] as const,
    ['torus', { sizes: [5], io: false }] as const,
    ['torus', { sizes: [4, 2], io: true }] as const,
    ['torus', { sizes: [5, 4, 3], io: false }] as const,
    ['torus', { sizes: [3, 2, 2, 2, 2], io: false }] as const,
    ['torus', { sizes: [4, 3, 2, 2], io: true }] as const,
    ['mesh', { sizes: [7], io: false }] as const,
    ['mesh', { sizes: [4, 3], io: true }] as const,
    ['mesh', { sizes: [3, 3, 2, 2], io: false }] as const,
    ['hyperx', { sizes: [4], hostsPerSwitch: 2, parallel: 1 }] as const,
    ['hyperx', { sizes: [4, 3, 2], hostsPerSwitch: 2, parallel: 1 }] as const,
    ['hyperx', { sizes: [3, 3], hostsPerSwitch: 1, parallel: 2 }] as const,
    ['dragonfly', { hostsPerSwitch: 1, switchesPerGroup: 2, globalLinks: 1 }] as const,
    ['dragonfly', { hostsPerSwitch: 2, switchesPerGroup: 4, globalLinks: 2 }] as const,
    ['dragonfly', { hostsPerSwitch: 2, switchesPerGroup: 4, globalLinks: 2, groups: 3 }] as const,
    ['dragonfly', { hostsPerSwitch: 2, switchesPerGroup: 4, globalLinks: 1 }] as const,
    ['dragonfly-plus', { groups: 5, leaves: 3, spines: 2, hostsPerLeaf: 2, globalLinks: 2 }] as const,
    ['dragonfly-plus', { groups: 3, leaves: 4, spines: 4, hostsPerLeaf: 2, globalLinks: 1 }] as const,
    ['rail-fat-tree', { units: 3, hostsPerUnit: 3, rails: 4, spines: 2, parallel: 2 }] as const,
    ['rail-fat-tree', { units: 2, hostsPerUnit: 4, rails: 8, spines: 4, parallel: 1 }] as const,
  ),
);

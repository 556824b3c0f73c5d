/** The machines of the corpus: 200 to 300 hosts each. */
export interface CorpusMachine {
  readonly name: string;
  readonly network: { readonly family: string; readonly params: Readonly<Record<string, unknown>> };
  readonly routing: string;
  /** Routers by which such a machine may be run badly; the healthy twin has the one above. */
  readonly badRouting: string | null;
}

export const machines: readonly CorpusMachine[] = [
  {
    name: 'fat tree',
    network: { family: 'fat-tree', params: { ports: 10 } },
    routing: 'd-mod-k',
    badRouting: null,
  },
  {
    name: 'tapered fat tree',
    network: { family: 'fat-tree', params: { ports: 12, pods: 6, hostsPerLeaf: 8 } },
    routing: 'd-mod-k',
    badRouting: null,
  },
  {
    name: 'k-ary tree',
    network: { family: 'kary-ntree', params: { arity: 4, layers: 4 } },
    routing: 'd-mod-k',
    badRouting: null,
  },
  {
    name: 'dragonfly',
    network: {
      family: 'dragonfly',
      params: { hostsPerSwitch: 3, switchesPerGroup: 6, globalLinks: 2, groups: 13 },
    },
    routing: 'minimal',
    badRouting: 'valiant',
  },
  {
    name: 'torus',
    network: { family: 'torus', params: { sizes: [6, 6, 6] } },
    routing: 'dimension-order',
    badRouting: 'min-hop',
  },
];

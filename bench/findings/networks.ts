import type { Network, Random } from '@weft/model';
import { buildNetwork } from '@weft/network';
import type { Feature } from './planted.ts';

interface NetworkChoice {
  readonly family: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly routing: string;
}

/** Five families, 64 to 1024 hosts. */
const choices: readonly NetworkChoice[] = [
  { family: 'fat-tree', params: { ports: 8, pods: 4 }, routing: 'd-mod-k' },
  { family: 'fat-tree', params: { ports: 16, pods: 4 }, routing: 'd-mod-k' },
  { family: 'fat-tree', params: { ports: 16 }, routing: 'd-mod-k' },
  { family: 'kary-ntree', params: { arity: 4, layers: 3 }, routing: 'd-mod-k' },
  { family: 'kary-ntree', params: { arity: 8, layers: 3 }, routing: 'd-mod-k' },
  { family: 'torus', params: { sizes: [4, 4, 4] }, routing: 'dimension-order' },
  { family: 'torus', params: { sizes: [8, 8, 4], hostsPerSwitch: 1 }, routing: 'dimension-order' },
  { family: 'torus', params: { sizes: [8, 8, 8], hostsPerSwitch: 1 }, routing: 'dimension-order' },
  {
    family: 'dragonfly',
    params: { hostsPerSwitch: 2, switchesPerGroup: 4, globalLinks: 2 },
    routing: 'minimal',
  },
  {
    family: 'dragonfly',
    params: { hostsPerSwitch: 4, switchesPerGroup: 8, globalLinks: 4, groups: 17 },
    routing: 'minimal',
  },
  { family: 'hyperx', params: { sizes: [4, 4], hostsPerSwitch: 4 }, routing: 'dimension-order' },
  { family: 'hyperx', params: { sizes: [6, 6, 4], hostsPerSwitch: 4 }, routing: 'dimension-order' },
];

/** Other families and sizes than those that thresholds were chosen on, 64 to 1000 hosts. */
const otherChoices: readonly NetworkChoice[] = [
  { family: 'fat-tree', params: { ports: 12, pods: 6 }, routing: 'd-mod-k' },
  { family: 'fat-tree', params: { ports: 20, pods: 4 }, routing: 'd-mod-k' },
  { family: 'kary-ntree', params: { arity: 6, layers: 3 }, routing: 'd-mod-k' },
  { family: 'kary-ntree', params: { arity: 10, layers: 3 }, routing: 'd-mod-k' },
  { family: 'torus', params: { sizes: [5, 5, 3], hostsPerSwitch: 1 }, routing: 'dimension-order' },
  { family: 'torus', params: { sizes: [10, 10, 10], hostsPerSwitch: 1 }, routing: 'dimension-order' },
  { family: 'mesh', params: { sizes: [6, 6, 6], hostsPerSwitch: 1 }, routing: 'dimension-order' },
  {
    family: 'dragonfly',
    params: { hostsPerSwitch: 3, switchesPerGroup: 6, globalLinks: 3, groups: 10 },
    routing: 'minimal',
  },
  { family: 'hyperx', params: { sizes: [5, 5], hostsPerSwitch: 5 }, routing: 'dimension-order' },
  { family: 'hyperx', params: { sizes: [8, 4, 4], hostsPerSwitch: 2 }, routing: 'dimension-order' },
];

const offered = process.env.WEFT_NETWORKS === 'other' ? otherChoices : choices;

export interface ChosenNetwork extends NetworkChoice {
  readonly network: Network;
  readonly hosts: number;
  readonly hasDimensions: boolean;
}

/** One with dimensions for an unbalanced dimension, one without for an unbalanced level. */
export function chooseNetwork(random: Random, feature: Feature, fewer = offered.length): ChosenNetwork {
  const suited = offered
    .filter(({ family }) => {
      const grid = family === 'torus' || family === 'mesh' || family === 'hyperx';
      if (feature === 'pod-imbalance') return family === 'fat-tree' || family === 'dragonfly';
      return feature === 'dimension-imbalance' ? grid : feature === 'level-imbalance' ? !grid : true;
    })
    .slice(0, fewer);
  const choice = suited[random.below(suited.length)];
  const network = buildNetwork(choice.family, choice.params);
  const hasDimensions = network.links.class.dictionary.some((name) => name.startsWith('dim '));
  return { ...choice, network, hosts: network.hosts.length, hasDimensions };
}

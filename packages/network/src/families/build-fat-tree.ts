import { MOST_CABLES, type Network, NetworkBuilder } from '@weft/model';
import { z } from 'zod';

const count = z.number().int().positive();

const shape = z.strictObject({
  /** Ports of a switch. */
  ports: count.min(2),
  levels: z.union([z.literal(2), z.literal(3)]).default(3),
  /** Pods of a three-level tree; as many as ports when left out. */
  pods: count.optional(),
  /** First-level switches of a two-level tree; as many as ports when left out. */
  leaves: count.optional(),
  /** Hosts of a first-level switch; more than half its ports is over-subscription. */
  hostsPerLeaf: count.optional(),
  /** Links up from a second-level switch of a three-level tree; half its ports when left out. */
  coreUplinks: count.optional(),
});

export const fatTreeParams = shape.superRefine((value, context) => {
  const fault = treeFault(value);
  if (fault) context.addIssue({ code: 'custom', path: [fault.key], message: fault.rule });
});

export type FatTreeParams = z.infer<typeof shape>;

interface ThreeLevels {
  readonly pods: number;
  readonly leavesPerPod: number;
  readonly hostsPerLeaf: number;
  /** Second-level switches of a pod. */
  readonly middlesPerPod: number;
  /** Of these, how many connect to one bundle. */
  readonly middlesPerBundle: number;
  readonly bundles: number;
  readonly topsPerBundle: number;
}

export function buildFatTree(given: FatTreeParams): Network {
  return given.levels === 2 ? buildTwoLevels(given) : buildThreeLevels(given);
}

function threeLevels(given: FatTreeParams): ThreeLevels {
  const { ports } = given;
  const pods = given.pods ?? ports;
  const hostsPerLeaf = given.hostsPerLeaf ?? ports / 2;
  const middlesPerPod = ports - hostsPerLeaf;
  const middlesPerBundle = ports / pods;
  return {
    pods,
    leavesPerPod: ports / 2,
    hostsPerLeaf,
    middlesPerPod,
    middlesPerBundle,
    bundles: middlesPerPod / middlesPerBundle,
    topsPerBundle: given.coreUplinks ?? ports / 2,
  };
}

function treeFault(given: FatTreeParams): { key: string; rule: string } | null {
  const { ports } = given;
  if (ports % 2 !== 0) return { key: 'ports', rule: `ports must be even, is ${ports}` };
  if ((given.hostsPerLeaf ?? 1) >= ports) {
    return { key: 'hostsPerLeaf', rule: `hostsPerLeaf must leave ports for links up: below ${ports}` };
  }
  return given.levels === 2 ? twoLevelFault(given) : threeLevelFault(given);
}

function threeLevelFault(given: FatTreeParams): { key: string; rule: string } | null {
  const { ports } = given;
  const { pods, bundles, leavesPerPod } = threeLevels(given);
  if (given.leaves !== undefined) return { key: 'leaves', rule: 'leaves belongs to two levels; use pods' };
  if (ports % pods !== 0)
    return { key: 'pods', rule: `pods must divide ports: ${pods} does not divide ${ports}` };
  if (!Number.isInteger(bundles)) {
    const rule = `pods x links up of a leaf must be a multiple of ports: pods ${pods} gives ${bundles} bundles`;
    return { key: 'pods', rule };
  }
  if ((given.coreUplinks ?? 1) > ports / 2) {
    return { key: 'coreUplinks', rule: `coreUplinks must not exceed ports / 2 = ${ports / 2}` };
  }
  const cables = pods * leavesPerPod * ports;
  return cables > MOST_CABLES ? { key: 'ports', rule: tooMany(cables) } : null;
}

/** Said before anything is built. */
function tooMany(cables: number): string {
  const [many, most] = [cables, MOST_CABLES].map((count) => count.toLocaleString('en-US'));
  return `the leaves alone would have ${many} cables, some gigabytes of memory; at most ${most}`;
}

function twoLevelFault(given: FatTreeParams): { key: string; rule: string } | null {
  const { ports } = given;
  const leaves = given.leaves ?? ports;
  const uplinks = ports - (given.hostsPerLeaf ?? ports / 2);
  if (given.pods !== undefined) return { key: 'pods', rule: 'pods belongs to three levels; use leaves' };
  if (given.coreUplinks !== undefined) {
    return { key: 'coreUplinks', rule: 'coreUplinks belongs to three levels' };
  }
  if (ports % leaves !== 0) {
    return { key: 'leaves', rule: `leaves must divide ports: ${leaves} does not divide ${ports}` };
  }
  if (uplinks % (ports / leaves) !== 0) {
    const rule = `links up of a leaf (${uplinks}) must be a multiple of ports / leaves (${ports / leaves})`;
    return { key: 'leaves', rule };
  }
  return null;
}

/** Host i is under leaf i / hostsPerLeaf; ports count from 0, those down first. */
function buildThreeLevels(given: FatTreeParams): Network {
  const tree = threeLevels(given);
  const builder = new NetworkBuilder();
  const leaves = tree.pods * tree.leavesPerPod;
  const hosts = leaves * tree.hostsPerLeaf;
  const middles = tree.pods * tree.middlesPerPod;
  for (let i = 0; i < hosts; i++) {
    const pod = Math.floor(i / (tree.hostsPerLeaf * tree.leavesPerPod));
    builder.addVertex({ kind: 'host', name: `n${i}`, level: 0, pod });
  }
  for (let i = 0; i < leaves; i++) {
    builder.addVertex({ kind: 'switch', name: `L1-${i}`, level: 1, pod: Math.floor(i / tree.leavesPerPod) });
  }
  for (let i = 0; i < middles; i++) {
    const pod = Math.floor(i / tree.middlesPerPod);
    const bundle = Math.floor((i % tree.middlesPerPod) / tree.middlesPerBundle);
    builder.addVertex({ kind: 'switch', name: `L2-${i}`, level: 2, pod, bundle });
  }
  for (let i = 0; i < tree.bundles * tree.topsPerBundle; i++) {
    const bundle = Math.floor(i / tree.topsPerBundle);
    builder.addVertex({ kind: 'switch', name: `L3-${i}`, level: 3, bundle });
  }
  addHostCables(builder, hosts, tree.hostsPerLeaf);
  addPodCables(builder, tree, hosts, leaves);
  addTopCables(builder, tree, hosts + leaves, middles);
  return builder.build();
}

function addHostCables(builder: NetworkBuilder, hosts: number, hostsPerLeaf: number): void {
  for (let i = 0; i < hosts; i++) {
    const leaf = hosts + Math.floor(i / hostsPerLeaf);
    builder.addCable({ from: i, fromPort: 0, to: leaf, toPort: i % hostsPerLeaf, ...up(0) });
  }
}

function addPodCables(builder: NetworkBuilder, tree: ThreeLevels, hosts: number, leaves: number): void {
  for (let leaf = 0; leaf < leaves; leaf++) {
    const pod = Math.floor(leaf / tree.leavesPerPod);
    for (let j = 0; j < tree.middlesPerPod; j++) {
      builder.addCable({
        from: hosts + leaf,
        fromPort: tree.hostsPerLeaf + j,
        to: hosts + leaves + pod * tree.middlesPerPod + j,
        toPort: leaf % tree.leavesPerPod,
        ...up(1),
      });
    }
  }
}

function addTopCables(builder: NetworkBuilder, tree: ThreeLevels, first: number, middles: number): void {
  for (let middle = 0; middle < middles; middle++) {
    const pod = Math.floor(middle / tree.middlesPerPod);
    const inPod = middle % tree.middlesPerPod;
    const bundle = Math.floor(inPod / tree.middlesPerBundle);
    for (let t = 0; t < tree.topsPerBundle; t++) {
      builder.addCable({
        from: first + middle,
        fromPort: tree.leavesPerPod + t,
        to: first + middles + bundle * tree.topsPerBundle + t,
        toPort: pod * tree.middlesPerBundle + (inPod % tree.middlesPerBundle),
        ...up(2),
      });
    }
  }
}

/** One pod: every leaf has ports / leaves cables to every second-level switch. */
function buildTwoLevels(given: FatTreeParams): Network {
  const { ports } = given;
  const leaves = given.leaves ?? ports;
  const hostsPerLeaf = given.hostsPerLeaf ?? ports / 2;
  const parallel = ports / leaves;
  const uplinks = ports - hostsPerLeaf;
  const hosts = leaves * hostsPerLeaf;
  const builder = new NetworkBuilder();
  for (let i = 0; i < hosts; i++) builder.addVertex({ kind: 'host', name: `n${i}`, level: 0, pod: 0 });
  for (let i = 0; i < leaves; i++) builder.addVertex({ kind: 'switch', name: `L1-${i}`, level: 1, pod: 0 });
  for (let i = 0; i < uplinks / parallel; i++) {
    builder.addVertex({ kind: 'switch', name: `L2-${i}`, level: 2, pod: 0 });
  }
  addHostCables(builder, hosts, hostsPerLeaf);
  for (let leaf = 0; leaf < leaves; leaf++) {
    for (let u = 0; u < uplinks; u++) {
      builder.addCable({
        from: hosts + leaf,
        fromPort: hostsPerLeaf + u,
        to: hosts + leaves + Math.floor(u / parallel),
        toPort: leaf * parallel + (u % parallel),
        ...up(1),
      });
    }
  }
  return builder.build();
}

function up(level: number) {
  return { class: `L${level}-L${level + 1}`, direction: 'up', reverseDirection: 'down' };
}

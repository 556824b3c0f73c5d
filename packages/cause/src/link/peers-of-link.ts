import { type Network, textAt } from '@weft/model';

/** Links that do the same work as one link: what it is compared with. */
interface PeerRule {
  readonly switch: number;
  readonly class: string | null;
  readonly direction: string | null;
  /** False where the switch has too few such links: those of all switches count. */
  readonly sameSwitch: boolean;
}

const FEWEST = 3;

export function peerRule(network: Network, link: number): PeerRule {
  const { src, class: classes, direction } = network.links;
  const rule = {
    switch: src[link],
    class: textAt(classes, link),
    direction: textAt(direction, link),
    sameSwitch: true,
  };
  return peersOf(network, rule).length >= FEWEST ? rule : { ...rule, sameSwitch: false };
}

export function peersOf({ links, linkCount }: Network, rule: PeerRule): number[] {
  const found: number[] = [];
  for (let link = 0; link < linkCount; link++) {
    if (rule.sameSwitch && links.src[link] !== rule.switch) continue;
    if (textAt(links.class, link) === rule.class && textAt(links.direction, link) === rule.direction)
      found.push(link);
  }
  return found;
}

export function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  if (sorted.length === 0) return 0;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

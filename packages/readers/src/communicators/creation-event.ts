/**
 * What one rank recorded about communicators and groups, in its own ids. The n-th creation on a communicator
 * is the same operation on all its members, since these calls are collective and ordered.
 */
export type CreationEvent =
  | { readonly kind: 'dup'; readonly parent: number; readonly created: number }
  | {
      readonly kind: 'split';
      readonly parent: number;
      readonly color: number;
      readonly key: number;
      readonly created: number;
    }
  | { readonly kind: 'create'; readonly parent: number; readonly group: number; readonly created: number }
  | {
      readonly kind: 'cart';
      readonly parent: number;
      readonly dims: readonly number[];
      readonly created: number;
    }
  | {
      readonly kind: 'cart-sub';
      readonly parent: number;
      readonly remain: readonly number[];
      readonly created: number;
    }
  | { readonly kind: 'graph'; readonly parent: number; readonly nodes: number; readonly created: number }
  | {
      readonly kind: 'intercomm';
      readonly parent: number;
      readonly leader: number;
      readonly peer: number;
      readonly remoteLeader: number;
      readonly tag: number;
      readonly created: number;
    }
  | { readonly kind: 'merge'; readonly parent: number; readonly high: number; readonly created: number }
  /** Made in a way that cannot be followed (spawn, ports). */
  | { readonly kind: 'foreign'; readonly created: number }
  /** The local id means nothing until it is given again, maybe by a call that leaves no record. */
  | { readonly kind: 'free'; readonly comm: number }
  | GroupEvent;

export type GroupEvent =
  | { readonly kind: 'group-of'; readonly comm: number; readonly remote: boolean; readonly group: number }
  | {
      readonly kind: 'group-pick';
      readonly from: number;
      readonly ranks: readonly number[];
      readonly exclude: boolean;
      readonly group: number;
    }
  | {
      readonly kind: 'group-combine';
      readonly how: 'union' | 'intersection' | 'difference';
      readonly first: number;
      readonly second: number;
      readonly group: number;
    };

export type CollectiveCreation = Exclude<CreationEvent, GroupEvent | { kind: 'foreign' | 'free' }>;

/** Local id of a communicator that this rank is not part of. */
export const NULL_COMM = -1;

export function isGroupEvent(event: CreationEvent): event is GroupEvent {
  return event.kind === 'group-of' || event.kind === 'group-pick' || event.kind === 'group-combine';
}

/** Ranks of range triplets (first, last, stride). */
export function rangeRanks(ranges: readonly (readonly number[])[], most: number): number[] {
  const ranks: number[] = [];
  for (const [first, last, stride] of ranges) {
    const step = stride || 1;
    for (let rank = first; step > 0 ? rank <= last : rank >= last; rank += step) {
      if (rank < 0 || rank >= most) break;
      ranks.push(rank);
    }
  }
  return ranks;
}

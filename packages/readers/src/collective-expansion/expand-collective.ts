/** One collective operation of all members together. */
interface CollectiveOperation {
  readonly call: string;
  /** World ranks in the order of their ranks inside. */
  readonly members: ArrayLike<number>;
  /** Bytes each member contributed, as in the collectives table. */
  readonly bytes: ArrayLike<number>;
  /** Index of the root in `members`, -1 = none. */
  readonly root: number;
  /** Bytes from one member to another where the trace has them; what all members get alike stands at (i, i). */
  readonly part?: (from: number, to: number) => number;
}

/** The messages of an operation; those of a round go out together. */
export interface ExpandedCollective {
  readonly algorithm: string;
  readonly rounds: number;
  readonly src: number[];
  readonly dst: number[];
  readonly bytes: number[];
  readonly round: number[];
}

interface ExpansionOptions {
  /** Allreduce of at least this many bytes goes round a ring, below by recursive doubling. */
  readonly ringFrom?: number;
}

type Emit = (round: number, from: number, to: number, bytes: number) => void;
/** Emits the messages in member indices and returns the number of rounds. */
type Algorithm = (operation: CollectiveOperation, emit: Emit) => number;

/** The messages that a stated algorithm needs for a collective; null for calls without one. */
export function expandCollective(
  operation: CollectiveOperation,
  options: ExpansionOptions = {},
): ExpandedCollective | null {
  const choice = chooseAlgorithm(operation, options);
  if (!choice) return null;
  const { members } = operation;
  const expanded: Record<'src' | 'dst' | 'bytes' | 'round', number[]> = {
    src: [],
    dst: [],
    bytes: [],
    round: [],
  };
  const rounds = choice.run(operation, (round, from, to, bytes) => {
    expanded.src.push(members[from]);
    expanded.dst.push(members[to]);
    expanded.bytes.push(bytes);
    expanded.round.push(round);
  });
  return { algorithm: choice.name, rounds, ...expanded };
}

function chooseAlgorithm(
  { call, bytes }: CollectiveOperation,
  { ringFrom = 65_536 }: ExpansionOptions,
): { name: string; run: Algorithm } | null {
  switch (call.replace(/^MPI_I?/i, '').toLowerCase()) {
    case 'barrier':
      return { name: 'dissemination', run: dissemination };
    case 'bcast':
      return { name: 'binomial', run: binomialBroadcast };
    case 'reduce':
      return { name: 'binomial', run: binomialReduce };
    case 'gather':
      return { name: 'binomial', run: binomialGather };
    case 'gatherv':
      return { name: 'linear', run: linearGather };
    case 'scatter':
      return { name: 'binomial', run: binomialScatter };
    case 'scatterv':
      return { name: 'linear', run: linearScatter };
    case 'allgather':
    case 'allgatherv':
      return { name: 'ring', run: ringAllgather };
    case 'alltoall':
    case 'alltoallv':
    case 'alltoallw':
      return { name: 'pairwise', run: pairwise };
    case 'reduce_scatter':
    case 'reduce_scatter_block':
      return { name: 'pairwise', run: pairwise };
    case 'allreduce':
      return largest(bytes) >= ringFrom
        ? { name: 'ring', run: ringAllreduce }
        : { name: 'recursive-doubling', run: recursiveDoubling };
    case 'scan':
    case 'exscan':
      return { name: 'recursive-doubling', run: prefixDoubling };
    default:
      return null;
  }
}

function largest(bytes: ArrayLike<number>): number {
  let most = 0;
  for (let i = 0; i < bytes.length; i++) most = Math.max(most, bytes[i]);
  return most;
}

/** Block b of `total` bytes cut into `parts`: the blocks add up to the total. */
export function blockBytes(total: number, parts: number, b: number): number {
  return Math.floor((total * (b + 1)) / parts) - Math.floor((total * b) / parts);
}

/** The recorded parts, or equal ones. */
function partsOf({ members, bytes, part }: CollectiveOperation): (from: number, to: number) => number {
  return part ?? ((from, to) => blockBytes(bytes[from], members.length, to));
}

const dissemination: Algorithm = ({ members: { length: p } }, emit) => {
  let round = 0;
  for (let step = 1; step < p; step *= 2, round++) {
    for (let i = 0; i < p; i++) emit(round, i, (i + step) % p, 0);
  }
  return round;
};

/** Calls `edge` for each parent and child of the binomial tree below member 0, counted from the root. */
function binomialTree(
  p: number,
  edge: (round: number, parent: number, child: number, subtree: number) => void,
): number {
  let rounds = 0;
  for (let reach = 1; reach < p; reach *= 2) rounds++;
  for (let round = 0, step = 2 ** (rounds - 1); step >= 1; round++, step /= 2) {
    for (let parent = 0; parent + step < p; parent += step * 2) {
      edge(round, parent, parent + step, Math.min(step, p - parent - step));
    }
  }
  return rounds;
}

function fromRoot({ members: { length: p }, root }: CollectiveOperation): (virtual: number) => number {
  const base = Math.max(0, root);
  return (virtual) => (virtual + base) % p;
}

const binomialBroadcast: Algorithm = (operation, emit) => {
  const real = fromRoot(operation);
  const bytes = operation.bytes[real(0)];
  return binomialTree(operation.members.length, (round, parent, child) =>
    emit(round, real(parent), real(child), bytes),
  );
};

const binomialReduce: Algorithm = (operation, emit) => {
  const real = fromRoot(operation);
  const last = binomialTree(operation.members.length, () => {}) - 1;
  return binomialTree(operation.members.length, (round, parent, child) =>
    emit(last - round, real(child), real(parent), operation.bytes[real(child)]),
  );
};

/** A child passes on what its whole subtree contributes. */
const binomialGather: Algorithm = (operation, emit) => {
  const real = fromRoot(operation);
  const last = binomialTree(operation.members.length, () => {}) - 1;
  return binomialTree(operation.members.length, (round, parent, child, subtree) => {
    let bytes = 0;
    for (let i = 0; i < subtree; i++) bytes += operation.bytes[real(child + i)];
    emit(last - round, real(child), real(parent), bytes);
  });
};

/** A child gets the blocks of its whole subtree. */
const binomialScatter: Algorithm = (operation, emit) => {
  const real = fromRoot(operation);
  const p = operation.members.length;
  const total = operation.bytes[real(0)];
  return binomialTree(p, (round, parent, child, subtree) => {
    let bytes = 0;
    for (let i = 0; i < subtree; i++) bytes += blockBytes(total, p, real(child + i));
    emit(round, real(parent), real(child), bytes);
  });
};

const linearGather: Algorithm = ({ members, bytes, root }, emit) => {
  const to = Math.max(0, root);
  for (let i = 0; i < members.length; i++) if (i !== to) emit(0, i, to, bytes[i]);
  return 1;
};

const linearScatter: Algorithm = (operation, emit) => {
  const from = Math.max(0, operation.root);
  const part = partsOf(operation);
  for (let i = 0; i < operation.members.length; i++) {
    if (i !== from) emit(0, from, i, part(from, i));
  }
  return 1;
};

/** In round k member i passes on the block of member i - k. */
const ringAllgather: Algorithm = ({ members: { length: p }, bytes, part }, emit) => {
  const block = (i: number) => part?.(i, i) ?? bytes[i];
  for (let round = 0; round < p - 1; round++) {
    for (let i = 0; i < p; i++) emit(round, i, (i + 1) % p, block((i - round + p) % p));
  }
  return Math.max(0, p - 1);
};

/** In round k member i sends to member i + k the block meant for it. */
const pairwise: Algorithm = (operation, emit) => {
  const p = operation.members.length;
  const part = partsOf(operation);
  for (let round = 1; round < p; round++) {
    for (let i = 0; i < p; i++) {
      const to = (i + round) % p;
      emit(round - 1, i, to, part(i, to));
    }
  }
  return Math.max(0, p - 1);
};

/** Reduce-scatter, then allgather, both around the ring in p blocks. */
const ringAllreduce: Algorithm = ({ members: { length: p }, bytes }, emit) => {
  const turns = Math.max(0, p - 1);
  for (let round = 0; round < 2 * turns; round++) {
    for (let i = 0; i < p; i++) {
      const block = (i - round + 2 * p + (round >= turns ? 1 : 0)) % p;
      emit(round, i, (i + 1) % p, blockBytes(bytes[i], p, block));
    }
  }
  return 2 * turns;
};

/** Beyond a power of two, neighbours join first and share the result last. */
const recursiveDoubling: Algorithm = ({ members: { length: p }, bytes }, emit) => {
  let power = 1;
  while (power * 2 <= p) power *= 2;
  const extra = p - power;
  let round = 0;
  if (extra > 0) {
    for (let i = 0; i < extra; i++) emit(round, 2 * i, 2 * i + 1, bytes[2 * i]);
    round++;
  }
  const real = (virtual: number) => (virtual < extra ? virtual * 2 + 1 : virtual + extra);
  for (let step = 1; step < power; step *= 2, round++) {
    for (let i = 0; i < power; i++) emit(round, real(i), real(i ^ step), bytes[real(i)]);
  }
  if (extra > 0) {
    for (let i = 0; i < extra; i++) emit(round, 2 * i + 1, 2 * i, bytes[2 * i + 1]);
    round++;
  }
  return round;
};

const prefixDoubling: Algorithm = ({ members: { length: p }, bytes }, emit) => {
  let round = 0;
  for (let step = 1; step < p; step *= 2, round++) {
    for (let i = 0; i + step < p; i++) emit(round, i, i + step, bytes[i]);
  }
  return round;
};

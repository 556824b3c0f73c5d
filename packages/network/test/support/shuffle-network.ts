import { type Network, NetworkBuilder, type Random, shuffle, textAt, type VertexKind } from '@weft/model';

/** Hosts, switches and cables only, in a new order: newId[old] tells where each vertex went. */
export function shuffleNetwork(network: Network, random: Random): { network: Network; newId: Int32Array } {
  const order = shuffle([...network.vertices.id], random);
  const newId = new Int32Array(network.vertexCount);
  const builder = new NetworkBuilder();
  for (const old of order) {
    newId[old] = builder.addVertex({ kind: textAt(network.vertices.kind, old) as VertexKind });
  }
  const cables = [...network.links.id].filter((link) => network.links.reverse[link] > link);
  for (const link of shuffle(cables, random)) {
    const from = newId[network.links.src[link]];
    const to = newId[network.links.dst[link]];
    builder.addCable(random.below(2) === 0 ? { from, to } : { from: to, to: from });
  }
  return { network: builder.build(), newId };
}

/** The two numberings cut the vertices into the same sets. */
export function samePartition(before: Int32Array, after: Int32Array, newId: Int32Array): boolean {
  const there = new Map<number, number>();
  const back = new Map<number, number>();
  return before.every((part, old) => {
    const now = after[newId[old]];
    if ((there.get(part) ?? now) !== now || (back.get(now) ?? part) !== part) return false;
    there.set(part, now);
    back.set(now, part);
    return (part === -1) === (now === -1);
  });
}

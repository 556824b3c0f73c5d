import type { Network } from '@weft/model';

/** The largest total among the links into and out of each vertex (TS-19); -1 where no link passes the filters. */
export interface SwitchMaxima {
  readonly incoming: Float64Array;
  readonly outgoing: Float64Array;
}

export function createSwitchMaxima(
  network: Network,
): (totals: Float64Array, visible: Uint8Array | null) => SwitchMaxima {
  const incoming = new Float64Array(network.vertexCount);
  const outgoing = new Float64Array(network.vertexCount);
  const { src, dst } = network.links;
  return (totals, visible) => {
    incoming.fill(-1);
    outgoing.fill(-1);
    for (let link = 0; link < src.length; link++) {
      if (visible !== null && visible[link] === 0) continue;
      const total = totals[link];
      if (total > incoming[dst[link]]) incoming[dst[link]] = total;
      if (total > outgoing[src[link]]) outgoing[src[link]] = total;
    }
    return { incoming, outgoing };
  };
}

import type { Network } from '@weft/model';

/** The largest total among the links into and out of each vertex (TS-19; of differences the one furthest from 0), and whether any of them passes the filters. */
export interface SwitchMaxima {
  readonly incoming: Float64Array;
  readonly outgoing: Float64Array;
  readonly incomingShown: Uint8Array;
  readonly outgoingShown: Uint8Array;
}

export function createSwitchMaxima(
  network: Network,
): (totals: Float64Array, visible: Uint8Array | null) => SwitchMaxima {
  const incoming = new Float64Array(network.vertexCount);
  const outgoing = new Float64Array(network.vertexCount);
  const incomingShown = new Uint8Array(network.vertexCount);
  const outgoingShown = new Uint8Array(network.vertexCount);
  const { src, dst } = network.links;
  return (totals, visible) => {
    incoming.fill(0);
    outgoing.fill(0);
    incomingShown.fill(0);
    outgoingShown.fill(0);
    for (let link = 0; link < src.length; link++) {
      const total = totals[link];
      const from = src[link];
      const to = dst[link];
      const size = Math.abs(total);
      if (size > Math.abs(incoming[to])) incoming[to] = total;
      if (size > Math.abs(outgoing[from])) outgoing[from] = total;
      if (visible === null || visible[link] !== 0) {
        incomingShown[to] = 1;
        outgoingShown[from] = 1;
      }
    }
    return { incoming, outgoing, incomingShown, outgoingShown };
  };
}

import { type MemorySink, type Network, textAt } from '@weft/model';

/** Ports and the LID of the far end, as ibtracert prints them: the first LID of a switch, or that of the port of a host. */
export function hopTexts(network: Network, sink: MemorySink, links: readonly number[]): string[] {
  const [{ columns: lids }] = sink.batches('lids');
  const { dst, src_port, dst_port } = network.links;
  return links.map((link) => {
    const port = textAt(network.vertices.kind, dst[link]) === 'switch' ? 0 : dst_port[link];
    const row = lids.vertex.findIndex((vertex, at) => vertex === dst[link] && lids.port[at] === port);
    return `${src_port[link]} > ${dst_port[link]} of ${lids.lid[row]}`;
  });
}

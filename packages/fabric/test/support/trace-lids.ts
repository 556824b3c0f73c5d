import { NONE } from '@weft/model';
import { type FollowedRoute, followRoute, portsAt } from '@weft/network';
import type { ImportedFabric } from './import-fabric.ts';

/** Follows imported tables from one LID to another. */
export function createLidTracer({
  network,
  sink,
}: ImportedFabric): (from: number, to: number) => FollowedRoute {
  const [{ columns: lids }] = sink.batches('lids');
  const row = new Map(Array.from(lids.lid, (lid, at) => [lid, at]));
  const links = new Map<string, number>();
  const { src, src_port } = network.links;
  for (let link = 0; link < network.linkCount; link++) links.set(`${src[link]} ${src_port[link]}`, link);
  const byDest = new Map<string, { epoch: number[]; switch: number[]; port: number[] }>();
  const add = (key: string, epoch: number, vertex: number, port: number): void => {
    const rows = byDest.get(key) ?? { epoch: [], switch: [], port: [] };
    rows.epoch.push(epoch);
    rows.switch.push(vertex);
    rows.port.push(port);
    byDest.set(key, rows);
  };
  for (const { columns: routes } of sink.batches('routes'))
    routes.dest.forEach((dest, at) => add(`v${dest}`, routes.epoch[at], routes.switch[at], routes.port[at]));
  for (const { columns: routes } of sink.batches('lid_routes'))
    routes.lid.forEach((lid, at) => add(`l${lid}`, routes.epoch[at], routes.switch[at], routes.port[at]));
  return (from, to) => {
    const start = row.get(from)!;
    const end = lids.vertex[row.get(to)!];
    const rows = byDest.get(`l${to}`) ?? byDest.get(`v${end}`) ?? { epoch: [], switch: [], port: [] };
    const ports = portsAt(
      {
        epoch: Float64Array.from(rows.epoch),
        switch: Int32Array.from(rows.switch),
        port: Int32Array.from(rows.port),
      },
      0,
    );
    const first = lids.vertex[start];
    return followRoute(network, first, end, (vertex) => {
      const port = vertex === first && lids.port[start] > 0 ? lids.port[start] : ports.get(vertex);
      return links.get(`${vertex} ${port}`) ?? NONE;
    });
  };
}

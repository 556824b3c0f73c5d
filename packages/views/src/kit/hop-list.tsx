import type { ReadonlySignal } from '@preact/signals';
import { formatExact, formatQuantity, type Network } from '@weft/model';
import { routeHops, vertexName } from '@weft/network';
import type { Workspace } from '../workspace.ts';
import { useDerived } from './use-derived.ts';
import './hop-list.css';

/** The links of the chosen route in their order, where there is one route alone; null otherwise. */
export function useRouteHops(workspace: Workspace, network: Network): ReadonlySignal<number[] | null> {
  return useDerived(() => {
    const routes = workspace.linkValues.routes.value;
    return routes && routeHops(network, routes.links);
  }, [workspace, network]);
}

/** Every hop of a route: what it joins by which ports, and what the metric says of its link. */
export function HopList({
  hops,
  network,
  workspace,
}: {
  readonly hops: readonly number[];
  readonly network: Network;
  readonly workspace: Workspace;
}) {
  const { totals, unit, routes } = workspace.linkValues;
  const { src, dst, src_port, dst_port } = network.links;
  const end = (vertex: number, port: number): string =>
    `${vertexName(network, vertex)}${port < 0 ? '' : ` port ${port}`}`;
  return (
    <table class="kit-hops" aria-label="Hops of the route">
      <caption>{`Route of ${hops.length} hops (${routes.value?.origin ?? ''})`}</caption>
      <tbody>
        {hops.map((link, hop) => (
          <tr
            key={link}
            onPointerEnter={() => {
              workspace.hovered.value = { kind: 'link', id: link };
            }}
            onPointerLeave={() => {
              workspace.hovered.value = null;
            }}
          >
            <td>{hop + 1}</td>
            <td>{`${end(src[link], src_port[link])} → ${end(dst[link], dst_port[link])}`}</td>
            <td title={formatExact(totals.value?.[link] ?? Number.NaN, unit.value)}>
              {formatQuantity(totals.value?.[link] ?? Number.NaN, unit.value)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

import type { ReadonlySignal } from '@preact/signals';
import { formatExact, type Network } from '@weft/model';
import { useDerived } from '../../kit/use-derived.ts';
import type { RouteMarks } from '../../workspace.ts';

/** Its line stands between toolbar and matrix, so that no panel is too narrow for it. */
export const NOTE_HEIGHT = 20;

const SHORT_HINT = 'Click a source, shift-click a destination';
const HINT = `${SHORT_HINT}; ctrl-click adds a source, or a link that routes pass`;
/** Pixels of the whole hint. */
const HINT_WIDTH = 560;

/** What the chosen routes use between switches and where they come from, or how to choose some. */
export function RouteNote({
  routes,
  network,
  width,
}: {
  readonly routes: ReadonlySignal<RouteMarks | null>;
  readonly network: Network;
  readonly width: number;
}) {
  const text = useDerived(
    () => (routes.value ? describeRoutes(network, routes.value) : null),
    [routes, network],
  ).value;
  return (
    <div class="fat-tree-note" role="status" data-field="routes" title={text ?? HINT}>
      {text ?? (width < HINT_WIDTH ? SHORT_HINT : HINT)}
    </div>
  );
}

function describeRoutes(network: Network, routes: RouteMarks): string {
  if (!routes.vertices.includes(1)) return `No route between what is chosen (${routes.origin})`;
  const { links, switches } = countRoutes(network, routes);
  return `${formatExact(links, 'count')} switch links, ${formatExact(switches, 'count')} switches on routes (${routes.origin})`;
}

function countRoutes({ switches, links }: Network, routes: RouteMarks): { links: number; switches: number } {
  const isSwitch = new Set(switches);
  const between = (link: number): boolean => isSwitch.has(links.src[link]) && isSwitch.has(links.dst[link]);
  let count = 0;
  for (let link = 0; link < routes.links.length; link++)
    if (routes.links[link] === 1 && between(link)) count++;
  return { links: count, switches: switches.filter((vertex) => routes.vertices[vertex] === 1).length };
}

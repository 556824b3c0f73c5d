import type { Signal } from '@preact/signals';
import { formatExact, type Network } from '@weft/model';
import { useMemo } from 'preact/hooks';
import { showsDifference } from '../../kit/shared-extent.ts';
import { Choice, Pick } from '../../kit/view-root.tsx';
import { identityTransform } from '../../kit/zoom-pan.ts';
import type { RouteMarks, Workspace } from '../../workspace.ts';
import type { MatrixOptions } from './matrix-options.ts';

export function Toolbar({
  options,
  workspace,
  colours,
  network,
}: {
  readonly network: Network;
  readonly options: MatrixOptions;
  readonly workspace: Workspace;
  /** Whether the panel of colours is open. */
  readonly colours: Signal<boolean>;
}) {
  const { scale, maps, switches, zoom } = options;
  const { switchesOf, routes } = workspace.fabric;
  return (
    <>
      <Choice
        label="Switches show"
        options={[
          ['traffic', 'Traffic'],
          ['jobs', 'Jobs'],
        ]}
        value={switches.value}
        onChange={set(switches)}
      />
      {!showsDifference(workspace) && (
        <>
          {' '}
          <Pick
            label="Colour"
            options={[
              ['four', 'by direction'],
              ['one', 'one map'],
            ]}
            value={maps.value}
            onChange={set(maps)}
          />
          <Pick
            label="Scale"
            options={[
              ['linear', 'linear'],
              ['log', 'log'],
              ['quantile', 'quantile'],
              ['diverging', 'diverging'],
            ]}
            value={scale.value}
            onChange={set(scale)}
          />
        </>
      )}
      <button
        type="button"
        class="kit-button"
        aria-expanded={colours.value}
        title="Colour maps, range and mid point"
        onClick={() => {
          colours.value = !colours.value;
        }}
      >
        Colours…
      </button>
      {workspace.selection.value.jobs.length > 1 && (
        <Pick
          label="Switches of"
          options={[
            ['any', 'any chosen job'],
            ['all', 'all chosen jobs'],
          ]}
          value={switchesOf.value}
          onChange={set(switchesOf)}
        />
      )}
      {zoom.value.k !== 1 && (
        <button type="button" class="kit-button" onClick={() => set(zoom)(identityTransform)}>
          Show all
        </button>
      )}
      {routes.value && <RouteNote routes={routes.value} network={network} />}
    </>
  );
}

/** Where the routes come from and what they use between switches. */
function RouteNote({ routes, network }: { readonly routes: RouteMarks; readonly network: Network }) {
  const { links, switches } = useMemo(() => countRoutes(network, routes), [network, routes]);
  return (
    <span class="kit-note" data-field="routes" title={`Routes: ${routes.origin}`}>
      {formatExact(links, 'count')} switch links, {formatExact(switches, 'count')} switches on routes (
      {routes.origin})
    </span>
  );
}

function countRoutes({ switches, links }: Network, routes: RouteMarks): { links: number; switches: number } {
  const isSwitch = new Set(switches);
  const between = (link: number): boolean => isSwitch.has(links.src[link]) && isSwitch.has(links.dst[link]);
  let count = 0;
  for (let link = 0; link < routes.links.length; link++)
    if (routes.links[link] === 1 && between(link)) count++;
  return { links: count, switches: switches.filter((vertex) => routes.vertices[vertex] === 1).length };
}

function set<T>(signal: Signal<T>) {
  return (value: T): void => {
    signal.value = value;
  };
}

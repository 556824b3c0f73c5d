import { computed, type ReadonlySignal, type Signal, useSignal } from '@preact/signals';
import { INCOMING, layoutFatTreeMatrix } from '@weft/layout';
import { inLinksOf, type Network, textAt } from '@weft/model';
import { hostsAt } from '@weft/network';
import { useCallback, useMemo } from 'preact/hooks';
import { Canvas } from '../../kit/canvas.tsx';
import { extent } from '../../kit/colour-scale.ts';
import { describeTotals } from '../../kit/describe-totals.ts';
import { formatCsv } from '../../kit/export-picture.ts';
import type { RenderTarget } from '../../kit/render-target.ts';
import { sharedTotals, showsDifference } from '../../kit/shared-extent.ts';
import { Tooltip, type TooltipContent } from '../../kit/tooltip.tsx';
import { useExporter } from '../../kit/use-exporter.ts';
import { useViewOption } from '../../kit/use-view-option.ts';
import { Choice, EmptyState, Pick, TOOLBAR_HEIGHT, ViewRoot } from '../../kit/view-root.tsx';
import { identityTransform, type Transform } from '../../kit/zoom-pan.ts';
import type { ViewProps } from '../../view.ts';
import { attachMatrix } from './attach-matrix.ts';
import { createFatTreeDrawing, vertexName } from './draw-fat-tree.ts';
import type { FatTreeNeeds } from './index.ts';
import { jobShares } from './job-widths.ts';
import {
  colourLinks,
  differenceScale,
  downLinks,
  fadePixel,
  type MapMode,
  mapModes,
  matrixMaps,
  matrixScale,
  type ScaleKind,
  scaleKinds,
} from './link-colours.ts';
import {
  compose,
  fitMatrix,
  type HostStrip,
  type MatrixItem,
  type MatrixPicture,
  matrixArea,
} from './matrix-picture.ts';
import { createSwitchMaxima } from './switch-maxima.ts';

const LABEL =
  'Fat-tree matrix. Arrow keys move between links and switches, Enter chooses a link or a source, shift and Enter a destination, plus and minus zoom, 0 shows all, Delete clears.';

const switchModes = ['traffic', 'jobs'] as const;
type SwitchMode = (typeof switchModes)[number];

export function FatTree(props: ViewProps<FatTreeNeeds>) {
  const { workspace, width, height, exporter, data } = props;
  const options: MatrixOptions = {
    scale: useViewOption<ScaleKind>(props, 'scale', 'linear', scaleKinds),
    maps: useViewOption<MapMode>(props, 'maps', 'four', mapModes),
    switches: useViewOption<SwitchMode>(props, 'switches', 'traffic', switchModes),
    hovered: useSignal<MatrixItem | null>(null),
    zoom: useSignal<Transform>(identityTransform),
  };
  const tooltip = useSignal<TooltipContent | null>(null);
  const spoken = useSignal('');
  const bodyHeight = Math.max(height - TOOLBAR_HEIGHT, 80);
  const picture = useMemo(
    () => matrixPicture(props, options, bodyHeight),
    [data, props.dataset, workspace, width, bodyHeight],
  );
  const drawing = useMemo(createFatTreeDrawing, []);
  const draw = useCallback((target: RenderTarget) => drawing(target, picture.value), [picture]);
  const attach = useCallback(
    (element: HTMLCanvasElement) =>
      attachMatrix(element, {
        picture: () => picture.peek(),
        jobs: data.jobs.columns,
        workspace,
        hovered: options.hovered,
        zoom: options.zoom,
        tooltip,
        spoken,
      }),
    [picture, workspace],
  );
  const csv = useCallback(() => matrixCsv(picture.peek()), [picture]);
  useExporter(exporter, { title: 'Fat tree', width, height: bodyHeight, draw }, csv);
  if (picture.peek().matrix.blocks.length === 0) {
    return (
      <EmptyState title="This network is no fat tree">
        Its switches have no levels to stack. The machine view draws any network.
      </EmptyState>
    );
  }
  return (
    <ViewRoot
      workspace={workspace}
      width={width}
      height={height}
      toolbar={<Toolbar options={options} workspace={workspace} />}
    >
      <Canvas width={width} height={bodyHeight} draw={draw} label={LABEL} attach={attach} />
      <Tooltip content={tooltip} width={width} height={bodyHeight} />
      <div class="kit-spoken" role="status" aria-live="polite">
        {spoken}
      </div>
    </ViewRoot>
  );
}

interface MatrixOptions {
  readonly scale: Signal<ScaleKind>;
  readonly maps: Signal<MapMode>;
  readonly switches: Signal<SwitchMode>;
  readonly hovered: Signal<MatrixItem | null>;
  readonly zoom: Signal<Transform>;
}

function Toolbar({
  options,
  workspace,
}: {
  options: MatrixOptions;
  workspace: ViewProps<FatTreeNeeds>['workspace'];
}) {
  const { scale, maps, switches, zoom } = options;
  const { switchesOf, routes } = workspace.fabric;
  const set =
    <T,>(signal: Signal<T>) =>
    (value: T) => {
      signal.value = value;
    };
  const jobsChosen = workspace.selection.value.jobs.length;
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
              ['diverging', '± average'],
            ]}
            value={scale.value}
            onChange={set(scale)}
          />
        </>
      )}
      {jobsChosen > 1 && (
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
      {routes.value && <span class="kit-note">routes: {routes.value.origin}</span>}
    </>
  );
}

const none = new Float64Array(0);

/** Layout once per size, colours once per change of totals, the rest per frame. */
function matrixPicture(
  props: ViewProps<FatTreeNeeds>,
  options: MatrixOptions,
  height: number,
): ReadonlySignal<MatrixPicture> {
  const { data, dataset, workspace, width } = props;
  const { network } = data;
  const { totals, visible, routes, unit } = workspace.fabric;
  const whole = matrixArea(width, height, false);
  const matrix = layoutFatTreeMatrix(network, { aspect: whole.width / whole.height });
  const drawn = network.links.id.filter((link) => !Number.isNaN(matrix.linkRects[link * 4]));
  const down = downLinks(network);
  const maximaOf = createSwitchMaxima(network);
  const linkPixels = new Uint32Array(network.linkCount);
  const partPixels = new Uint32Array(matrix.switchParts.vertex.length);

  const coloured = computed(() => {
    const values = totals.value ?? none;
    const { theme, colourMap } = { theme: workspace.theme.value, colourMap: workspace.colourMap.value };
    const difference = showsDifference(workspace);
    const kind = difference ? 'diverging' : options.scale.value;
    const maps = matrixMaps(options.maps.value, kind, colourMap, theme);
    const shown = drawnValues(sharedTotals(workspace) ?? [values], drawn);
    const scale = difference ? differenceScale(shown) : matrixScale(kind, shown, null);
    colourLinks(values, drawn, down, visible.value, scale, maps, linkPixels);
    const maxima = maximaOf(values, visible.value);
    const marks = routes.value?.vertices ?? null;
    matrix.switchParts.vertex.forEach((vertex, i) => {
      const incoming = matrix.switchParts.part[i] === INCOMING;
      const value = (incoming ? maxima.incoming : maxima.outgoing)[vertex];
      const pixel = (incoming ? maps.incoming : maps.outgoing).pixels[scale.index(value)];
      partPixels[i] = marks !== null && marks[vertex] === 0 ? fadePixel(pixel) : pixel;
    });
    return {
      totals: values,
      maps,
      scale,
      maxima,
      theme,
      full: difference ? scale.domain : extent(shown),
      routes: routes.value,
      linkPixels,
      partPixels,
    };
  });
  const strip = computed(() =>
    hostStrip(network, [...workspace.selection.value.sources, ...workspace.selection.value.destinations]),
  );
  const shares = computed(() => {
    const { jobs, time } = workspace.selection.value;
    if (options.switches.value !== 'jobs') return null;
    const chosen = jobs.length > 0 ? jobs : [...data.jobs.columns.id];
    return jobShares(network, data.ranks.columns, data.jobs.columns, chosen, time);
  });
  return computed(() => {
    const { sources, destinations, links } = workspace.selection.value;
    const fit = fitMatrix(matrix, matrixArea(width, height, strip.value !== null));
    return {
      ...coloured.value,
      width,
      height,
      network,
      matrix,
      transform: compose(fit, options.zoom.value),
      unit: unit.value,
      title: describeTotals(dataset, workspace.selection.value, showsDifference(workspace)),
      shares: shares.value,
      hovered: options.hovered.value,
      sources,
      destinations,
      pinned: links,
      hostStrip: strip.value,
    };
  });
}

/** Of one side, or of both sides of a comparison one after the other. */
function drawnValues(totals: readonly Float64Array[], drawn: Int32Array): Float64Array {
  const values = new Float64Array(totals.length * drawn.length);
  totals.forEach((side, place) => {
    drawn.forEach((link, i) => {
      values[place * drawn.length + i] = side[link] ?? 0;
    });
  });
  return values;
}

/** The hosts of the last chosen leaf, or of the leaf of the last chosen host. */
function hostStrip(network: Network, chosen: readonly number[]): HostStrip | null {
  for (const vertex of [...chosen].reverse()) {
    const isSwitch = textAt(network.vertices.kind, vertex) === 'switch';
    const leaf = isSwitch ? vertex : network.links.dst[network.outLinks[network.outOffsets[vertex]]];
    const hosts = leaf === undefined ? [] : hostsAt(network, leaf);
    if (hosts.length === 0) continue;
    const up = hosts.map(
      (host) => [...inLinksOf(network, leaf)].find((link) => network.links.src[link] === host) ?? -1,
    );
    return { leaf, hosts, up, down: up.map((link) => network.links.reverse[link] ?? -1) };
  }
  return null;
}

function matrixCsv({ network, matrix, totals, unit }: MatrixPicture): string {
  const { src, dst } = network.links;
  const rows = [...network.links.id].filter((link) => !Number.isNaN(matrix.linkRects[link * 4]));
  return formatCsv(
    ['link', 'from', 'to', 'class', 'direction', `total${unit ? ` (${unit})` : ''}`],
    rows.map((link) => [
      link,
      vertexName(network, src[link]),
      vertexName(network, dst[link]),
      textAt(network.links.class, link),
      textAt(network.links.direction, link),
      totals[link] ?? null,
    ]),
  );
}

import { computed, type ReadonlySignal } from '@preact/signals';
import { type LinkMatrix, layoutLinkMatrix } from '@weft/layout';
import { type Cube, inLinksOf, type Network, textAt } from '@weft/model';
import { hostsAt } from '@weft/network';
import { createCellPainter } from '../../kit/cell-painter.ts';
import { describeTotals } from '../../kit/describe-totals.ts';
import { linkColourScale, linkFigures } from '../../kit/link-colour-scale.ts';
import { isDown } from '../../kit/link-state.ts';
import { pixelRatio } from '../../kit/pixel-ratio.ts';
import { scaleEnd, sharedTotals, showsDifference } from '../../kit/shared-extent.ts';
import type { ViewProps } from '../../view.ts';
import { cellLayers, cellNumbers, createColouring } from './cell-colours.ts';
import type { FatTreeNeeds } from './fat-tree-needs.ts';
import { jobShares } from './job-widths.ts';
import { matrixMaps } from './matrix-colour-maps.ts';
import type { MatrixOptions } from './matrix-options.ts';
import { compose, fitMatrix, type HostStrip, type MatrixPicture, matrixArea } from './matrix-picture.ts';
import { createSwitchMaxima } from './switch-maxima.ts';

type PictureSource = Pick<ViewProps<FatTreeNeeds>, 'dataset' | 'workspace' | 'width'> & {
  readonly data: Omit<ViewProps<FatTreeNeeds>['data'], 'cube'>;
  readonly cube: ReadonlySignal<Cube | null>;
};

const none = new Float64Array(0);

function emptyMatrix({ linkCount }: Network): LinkMatrix {
  const nothing = new Float32Array(0);
  return {
    width: 1,
    height: 1,
    blocks: [],
    linkRects: new Float32Array(linkCount * 4).fill(Number.NaN),
    switchParts: { vertex: new Int32Array(0), part: new Uint8Array(0), rects: nothing },
    missing: nothing,
  };
}

/** Layout once per size, colours once per change of totals or filters, the rest per frame. */
export function createMatrixPicture(
  props: PictureSource,
  options: MatrixOptions,
  height: number,
): ReadonlySignal<MatrixPicture> {
  const { data, dataset, workspace, width } = props;
  const { network } = data;
  const whole = matrixArea(width, height, false);
  const shape = { aspect: whole.width / whole.height, height: whole.height };
  const matrix = layoutLinkMatrix(network, shape) ?? emptyMatrix(network);
  const painter = createCellPainter(cellLayers(network, matrix), cellNumbers(network, matrix).none);
  const drawn = network.links.id.filter((link) => !Number.isNaN(matrix.linkRects[link * 4]));
  const broken = drawn.some((link) => isDown(network, link));
  const strip = computed(() => {
    const { sources, destinations } = workspace.selection.value;
    return hostStrip(network, [...sources, ...destinations]);
  });
  const fit = fitMatrix(matrix, width, height);
  const transform = computed(() => compose(fit, options.zoom.value));
  const fine = computed(() => transform.value.k * pixelRatio() >= 1);
  const coloured = colouredCells(props, options, matrix, drawn, fine);
  const shares = computed(() => {
    const { jobs, time } = workspace.selection.value;
    if (options.switches.value !== 'jobs') return null;
    const chosen = jobs.length > 0 ? jobs : [...data.jobs.columns.id];
    return jobShares(network, data.ranks.columns, data.jobs.columns, chosen, time);
  });
  return computed(() => {
    const { sources, destinations, sourcePorts, destinationPorts, links } = workspace.selection.value;
    return {
      ...coloured.value,
      width,
      height,
      network,
      matrix,
      painter,
      transform: transform.value,
      unit: workspace.linkValues.unit.value,
      title: describeTotals(dataset, workspace.selection.value, showsDifference(workspace)),
      shares: shares.value,
      sources,
      destinations,
      sourcePorts,
      destinationPorts,
      pinned: links,
      hostStrip: strip.value,
      cube: props.cube.value,
      broken,
    };
  });
}

function colouredCells(
  { data: { network }, workspace }: PictureSource,
  options: MatrixOptions,
  matrix: MatrixPicture['matrix'],
  drawn: Int32Array,
  fine: ReadonlySignal<boolean>,
) {
  const { totals, visible, routes } = workspace.linkValues;
  const maximaOf = createSwitchMaxima(network);
  const maxima = computed(() => maximaOf(totals.value ?? none, visible.value));
  const colour = createColouring(network, matrix, drawn);
  return computed(() => {
    const values = totals.value ?? none;
    const theme = workspace.theme.value;
    const difference = showsDifference(workspace);
    const kind = difference ? 'diverging' : options.scale.value;
    const names = {
      up: options.names.up.value,
      down: options.names.down.value,
      incoming: options.names.incoming.value,
      outgoing: options.names.outgoing.value,
    };
    const maps = matrixMaps(options.maps.value, kind, names, workspace.colourMap.value, theme);
    const sides = sharedTotals(workspace) ?? [values];
    const figures = linkFigures(sides, drawn, scaleEnd(workspace, sides));
    const middle = options.middle.value || null;
    const choice = { kind, range: options.chosenRange.value, middle, difference };
    const scale = linkColourScale(choice, figures, sides);
    const passed = routes.value?.vertices ?? null;
    return {
      ...colour({
        totals: values,
        visible: visible.value,
        passed,
        maxima: fine.value ? maxima.value : null,
        scale,
        maps,
        theme,
        difference,
      }),
      totals: values,
      visible: visible.value,
      routes: routes.value,
      theme,
      maps,
      figures,
      scale,
      maxima,
      idle: figures.idle && !difference,
    };
  });
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

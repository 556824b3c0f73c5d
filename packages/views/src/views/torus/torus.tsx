import { type ReadonlySignal, useComputed } from '@preact/signals';
import type { RenderTarget } from '@weft/draw';
import { createLegendDrawing, type LegendModel, themeColours } from '@weft/draw';
import { describeFaults, torusShape } from '@weft/network';
import { useCallback, useMemo } from 'preact/hooks';
import type { BrushHow } from '../../kit/brush.ts';
import { printRange, type Range } from '../../kit/brush-range.ts';
import { Legend } from '../../kit/legend.tsx';
import { useExporter } from '../../kit/use-exporter.ts';
import { EmptyState, TOOLBAR_HEIGHT, ViewRoot } from '../../kit/view-root.tsx';
import type { ViewProps } from '../../view.ts';
import { createPlanesPicture } from './planes/create-planes-picture.ts';
import { describePlanes } from './planes/describe-planes.ts';
import { drawNodes } from './planes/draw-nodes.ts';
import { drawPlaneLabels } from './planes/draw-plane-labels.ts';
import { createPlanesDrawing } from './planes/draw-planes.ts';
import { Planes } from './planes/planes.tsx';
import { planesCsv } from './planes/planes-csv.ts';
import type { PlanesPicture } from './planes/planes-picture.ts';
import { ROLES_HEIGHT, RoleBar } from './role-bar.tsx';
import { useTorusOptions } from './source/torus-options.ts';
import { chosenRoles, createLinkColouring, type TorusSource } from './source/torus-source.ts';
import { Toolbar } from './toolbar.tsx';
import type { TorusNeeds } from './torus-needs.ts';
import './torus.css';

const LEGEND_HEIGHT = 52;

export function Torus(props: ViewProps<TorusNeeds>) {
  const shape = torusShape(props.data.network);
  return shape ? (
    <TorusView {...props} shape={shape} />
  ) : (
    <EmptyState title="This network is no torus">
      Its nodes have no coordinates. The machine view draws any network.
    </EmptyState>
  );
}

function TorusView(props: ViewProps<TorusNeeds> & Pick<TorusSource, 'shape'>) {
  const { workspace, width, height, exporter, data, dataset, shape } = props;
  const options = useTorusOptions(props);
  const bodyHeight = Math.max(height - TOOLBAR_HEIGHT - ROLES_HEIGHT - LEGEND_HEIGHT, 80);
  const source = useMemo(
    (): TorusSource => ({ network: data.network, shape, dataset, workspace, options }),
    [data, shape, dataset, workspace, options],
  );
  const roles = useMemo(() => chosenRoles(source), [source]);
  const look = useMemo(() => createLinkColouring(source), [source]);
  const picture = useMemo(
    () => createPlanesPicture(source, look, width, bodyHeight),
    [source, look, width, bodyHeight],
  );
  const note = useComputed(() => [describePlanes(picture.value), ...describeFaults(shape)].join('. '));
  const legend = useComputed(() => legendModel(picture.value));
  const quantile = useComputed(() => picture.value.scale.kind === 'quantile').value;
  const onRange = useCallback(
    (range: Range | null, how: BrushHow): void => {
      options.draggedRange.value = how === 'live' ? range : null;
      if (how === 'commit') options.range.value = printRange(range);
    },
    [options],
  );
  useTorusExporter(exporter, picture, width, bodyHeight);
  return (
    <ViewRoot
      workspace={workspace}
      width={width}
      height={height}
      toolbar={<Toolbar options={options} workspace={workspace} width={width} />}
    >
      <RoleBar shape={shape} roles={roles.value} option={options.roles} note={note.value} />
      <Planes picture={picture} workspace={workspace} options={options} width={width} height={bodyHeight} />
      <div class="torus-legend">
        <Legend
          model={legend}
          orientation="horizontal"
          length={Math.min(300, width - 24)}
          onRange={quantile ? undefined : onRange}
        />
      </div>
    </ViewRoot>
  );
}

function legendModel({ map, scale, unit, title, figures, theme }: PlanesPicture): LegendModel {
  return { map, scale, unit, title, colours: themeColours(theme), full: [figures.low, figures.high] };
}

/** The same drawing with its legend below, and the numbers of every line. */
function useTorusExporter(
  exporter: ViewProps['exporter'],
  picture: ReadonlySignal<PlanesPicture>,
  width: number,
  height: number,
): void {
  const draw = useCallback(
    (target: RenderTarget) => {
      const now = picture.peek();
      target.rect(0, 0, width, height + LEGEND_HEIGHT, { fill: themeColours(now.theme).background });
      createPlanesDrawing()(target, now);
      drawNodes(target, now);
      drawPlaneLabels(target, now);
      const right = Math.min(308, width - 8);
      createLegendDrawing()(target, legendModel(now), {
        left: 8,
        top: height + 20,
        right,
        bottom: height + 32,
      });
    },
    [picture, width, height],
  );
  const csv = useCallback(() => planesCsv(picture.peek()), [picture]);
  useExporter(exporter, { title: 'Torus planes', width, height: height + LEGEND_HEIGHT, draw }, csv);
}

import type { ReadonlySignal } from '@preact/signals';
import { printRoles, type TorusRoles } from '@weft/layout';
import { describeFaults } from '@weft/network';
import { useCallback, useMemo } from 'preact/hooks';
import { useDerived } from '../../../kit/use-derived.ts';
import type { ViewProps } from '../../../view.ts';
import type { Workspace } from '../../../workspace.ts';
import { legendHeight } from '../legend/legend-model.ts';
import { TorusLegend } from '../legend/torus-legend.tsx';
import { RoleBar, rolesHeight } from '../role-bar/role-bar.tsx';
import type { LinkColouring, TorusSource } from '../source/torus-source.ts';
import { COLLAPSE_HEIGHT, CollapseBar } from './collapse-bar.tsx';
import { createCompactActions } from './compact-actions.ts';
import type { CompactFigure } from './compact-figure.ts';
import type { CompactItem } from './compact-item.ts';
import { Grids, Inside, Zoomed } from './compact-parts.tsx';
import { type CompactPicture, type CompactSize, createCompactPicture } from './compact-picture.ts';
import { describeOpened } from './compare-cells.ts';
import { singleLink, singleNode } from './describe-compact-item.ts';
import { useCompactExporter } from './use-compact-exporter.ts';
import './compact-tab.css';

/** The compact dimension approach in three steps: where to look, one grid large, and inside of its nodes (VT-23). */
export function CompactTab({
  source,
  roles,
  look,
  exporter,
  width,
  height,
}: {
  readonly source: TorusSource;
  readonly roles: ReadonlySignal<TorusRoles>;
  readonly look: ReadonlySignal<LinkColouring>;
  readonly exporter: ViewProps['exporter'];
  readonly width: number;
  readonly height: number;
}) {
  const { shape, workspace, options } = source;
  const size = useMemo(
    () => compactSize(width, height - rolesHeight(width) - COLLAPSE_HEIGHT - legendHeight(width)),
    [width, height],
  );
  const picture = useMemo(() => createCompactPicture(source, roles, look, size), [source, roles, look, size]);
  const actions = useMemo(() => createCompactActions(source, picture), [source, picture]);
  const hover = useCallback(
    (figure: CompactFigure, item: CompactItem | null) => {
      workspace.hovered.value = hoveredOf(picture.peek(), figure, item);
    },
    [workspace, picture],
  );
  const opened = useDerived(() => describeOpened(picture.value), [picture]).value;
  useCompactExporter(exporter, picture, size);
  const part = { picture, actions, hover, size };
  return (
    <>
      <RoleBar
        shape={shape}
        roles={roles.value.filter((dimension) => dimension >= 0)}
        nameOf={gridRoleName}
        onRoles={(next) => {
          options.roles.value = printRoles(keepFree(roles.peek(), next));
        }}
        note={[GUIDE, ...describeFaults(shape)].join('. ')}
      />
      <Grids {...part} />
      <CollapseBar picture={picture} actions={actions} adds={addsUp(workspace)} opened={opened} />
      <div class="torus-lower">
        <Zoomed {...part} />
        <Inside {...part} back={options.back} />
      </div>
      <TorusLegend picture={picture} options={options} width={width} about={KEY} />
    </>
  );
}

const GRIDS_SHARE = 0.34;
const LARGEST_GRIDS = 260;
const ZOOMED_SHARE = 0.4;

function compactSize(width: number, free: number): CompactSize {
  const gridsHeight = Math.round(Math.min(LARGEST_GRIDS, Math.max(90, GRIDS_SHARE * free)));
  return {
    width,
    gridsHeight,
    zoomedWidth: Math.round(ZOOMED_SHARE * width),
    lowerHeight: Math.max(120, Math.floor(free - gridsHeight - 1)),
  };
}

function gridRoleName(role: number): string {
  return `grid ${Math.floor(role / 2) + 1} ${role % 2 === 0 ? '→' : '↓'}`;
}

/** The new order of dimensions, with the roles left free that were free before. */
function keepFree(before: TorusRoles, order: TorusRoles): number[] {
  let next = 0;
  return before.map((dimension) => (dimension < 0 ? dimension : order[next++]));
}

function addsUp({ selection, linkValues }: Workspace): boolean {
  const kind = linkValues.metric.value?.kind;
  return selection.value.aggregate === 'sum' && kind !== undefined && kind !== 'gauge';
}

function hoveredOf(
  picture: CompactPicture,
  figure: CompactFigure,
  item: CompactItem | null,
): Workspace['hovered']['value'] {
  if (item?.kind === 'line') {
    const link = singleLink(picture, figure, item);
    return link < 0 ? null : { kind: 'link', id: link };
  }
  const vertex = item ? (picture.shape.vertexAt[singleNode(picture, figure, item.cell)] ?? -1) : -1;
  return vertex < 0 ? null : { kind: 'vertex', id: vertex };
}

const GUIDE = 'Click a grid to show it large, drag over a part of it to show only that';

const KEY =
  'Nodes hold the collapsed dimensions: a segment each, the first up, then clockwise; rim +, core −. Lines: + left of the way, − right; ◇ links behind the mean differ by more than 5 %';

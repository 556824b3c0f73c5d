import type { ReadonlySignal } from '@preact/signals';
import { printRoles, roleName, type TorusRoles } from '@weft/layout';
import { describeFaults } from '@weft/network';
import { useMemo } from 'preact/hooks';
import { useDerived } from '../../../kit/use-derived.ts';
import type { ViewProps } from '../../../view.ts';
import { describeHiding, type TorusJudgement } from '../finding/torus-judgement.ts';
import { GroupPanel } from '../group/group-panel.tsx';
import { createGroupPicture } from '../group/group-picture.ts';
import { legendHeight } from '../legend/legend-model.ts';
import { TorusLegend } from '../legend/torus-legend.tsx';
import { createPlanesPicture } from '../planes/create-planes-picture.ts';
import { describePlanes } from '../planes/describe-planes.ts';
import { Planes } from '../planes/planes.tsx';
import { RoleBar, rolesHeight } from '../role-bar/role-bar.tsx';
import type { LinkColouring, TorusSource } from '../source/torus-source.ts';
import { usePlanesExporter } from './planes-exporter.ts';

/** A magnified group takes this share of the height. */
const GROUP_SHARE = 0.45;

/** The global plane approach: roles, planes, the magnified group with its polygons, and the legend of all of them. */
export function PlanesTab({
  source,
  roles,
  look,
  judgement,
  exporter,
  width,
  height,
}: {
  readonly source: TorusSource;
  readonly roles: ReadonlySignal<TorusRoles>;
  readonly look: ReadonlySignal<LinkColouring>;
  readonly judgement: ReadonlySignal<TorusJudgement | null>;
  readonly exporter: ViewProps['exporter'];
  readonly width: number;
  readonly height: number;
}) {
  const { shape, workspace, options } = source;
  const free = Math.max(height - rolesHeight(width) - legendHeight(width), 80);
  const magnified = useDerived(() => options.group.value !== '', [options]).value;
  const groupHeight = magnified ? Math.round(free * GROUP_SHARE) : 0;
  const planesHeight = free - groupHeight;
  const picture = useMemo(
    () => createPlanesPicture(source, look, width, planesHeight),
    [source, look, width, planesHeight],
  );
  const group = useMemo(
    () => createGroupPicture(source, look, Math.floor(width / 2), groupHeight),
    [source, look, width, groupHeight],
  );
  const note = useDerived(
    () =>
      [
        describePlanes(picture.value),
        ...(picture.value.mode === 'composite' ? describeHiding(judgement.value, roles.value) : []),
        ...describeFaults(shape),
      ].join('. '),
    [picture, judgement, roles, shape],
  );
  usePlanesExporter(exporter, picture, magnified ? group : null, { width, planesHeight, groupHeight });
  return (
    <>
      <RoleBar
        shape={shape}
        roles={roles.value}
        nameOf={roleName}
        onRoles={(next) => {
          options.roles.value = printRoles(next);
        }}
        note={note.value}
      />
      <Planes picture={picture} workspace={workspace} options={options} width={width} height={planesHeight} />
      {magnified && (
        <GroupPanel
          picture={group}
          workspace={workspace}
          width={width}
          height={groupHeight}
          onClose={() => {
            options.group.value = '';
          }}
        />
      )}
      <TorusLegend picture={picture} options={options} width={width} about={KEY} />
    </>
  );
}

const KEY =
  '+ above or right, − below or left; ○ closes a ring, drawn once at the far edge; ◇ links behind the mean differ by more than 5 %; grey: idle; dashed: missing';

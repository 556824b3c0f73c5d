import { torusShape } from '@weft/network';
import { useEffect, useMemo } from 'preact/hooks';
import { useDerived } from '../../kit/use-derived.ts';
import { EmptyState, toolbarHeight, ViewRoot } from '../../kit/view-root.tsx';
import type { ViewProps } from '../../view.ts';
import { CompactTab } from './compact/compact-tab.tsx';
import { FindingStrip, findingHeight } from './finding/finding-strip.tsx';
import { followJudgement } from './finding/torus-judgement.ts';
import { MappingTab } from './mapping/mapping-tab.tsx';
import { PlanesTab } from './plane-tab/planes-tab.tsx';
import { planeMode } from './source/plane-mode.ts';
import { useTorusOptions } from './source/torus-options.ts';
import { chosenRoles, createLinkColouring, type TorusSource } from './source/torus-source.ts';
import { StatisticsTab } from './statistics/statistics-tab.tsx';
import { Toolbar } from './toolbar.tsx';
import type { TorusNeeds } from './torus-needs.ts';

const OPTIONS_WIDTH = { planes: 940, compact: 560, statistics: 280, mapping: 280 } as const;

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
  const options = useTorusOptions(props, width, height);
  const source = useMemo(
    (): TorusSource => ({ network: data.network, shape, dataset, workspace, options }),
    [data.network, shape, dataset, workspace, options],
  );
  const roles = useMemo(() => chosenRoles(source), [source]);
  const mode = useMemo(() => planeMode(source), [source]);
  const look = useMemo(() => createLinkColouring(source), [source]);
  const { judgement, stop } = useMemo(() => followJudgement(source, roles), [source, roles]);
  useEffect(() => stop, [stop]);
  const measured = dataset.manifest.metrics.length > 0;
  const waiting = useDerived(
    () => measured && workspace.linkValues.totals.value === null,
    [measured, workspace],
  ).value;
  const bar = toolbarHeight(width, OPTIONS_WIDTH[options.tab.value]);
  const size = { width, height: Math.max(120, height - bar - findingHeight(width)) };
  return (
    <ViewRoot
      workspace={workspace}
      width={width}
      height={height}
      bar={bar}
      toolbar={<Toolbar source={source} mode={mode.value} width={width} />}
    >
      <FindingStrip
        judgement={judgement}
        workspace={workspace}
        options={options}
        otherwise={measured ? '' : UNMEASURED}
        width={width}
      />
      {waiting && options.tab.value !== 'mapping' && <Waiting />}
      {!waiting && options.tab.value === 'planes' && (
        <PlanesTab
          source={source}
          roles={roles}
          look={look}
          judgement={judgement}
          exporter={exporter}
          {...size}
        />
      )}
      {!waiting && options.tab.value === 'compact' && (
        <CompactTab source={source} roles={roles} look={look} exporter={exporter} {...size} />
      )}
      {options.tab.value === 'mapping' && (
        <MappingTab
          source={source}
          roles={roles}
          answer={data.mappings ?? null}
          exporter={exporter}
          {...size}
        />
      )}
      {!measured && options.tab.value === 'statistics' && (
        <EmptyState title="Nothing was measured">Statistics are made of counters of links.</EmptyState>
      )}
      {measured && !waiting && options.tab.value === 'statistics' && (
        <StatisticsTab source={source} exporter={exporter} {...size} />
      )}
    </ViewRoot>
  );
}

const UNMEASURED =
  'This torus has no counters: its links are drawn grey. Import port counters or simulate a scenario to see traffic.';

/** No link is drawn as idle before its counters are there. */
function Waiting() {
  return (
    <EmptyState title="Counters are being read">The planes appear as soon as they are there.</EmptyState>
  );
}

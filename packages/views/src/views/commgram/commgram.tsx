import {
  type Commgram,
  type CommgramModel,
  createCommgramSession,
  modelOfFrames,
  suggestCommunities,
  suggestPhases,
} from '@weft/analysis';
import type { BandRow } from '@weft/draw';
import { formatQuantity, type MetricInfo } from '@weft/model';
import { useCallback, useMemo, useState } from 'preact/hooks';
import { chooseRouting } from '../../kit/choose-routing.ts';
import { useExporter } from '../../kit/use-exporter.ts';
import { Choice, EmptyState, TOOLBAR_HEIGHT, ViewRoot } from '../../kit/view-root.tsx';
import type { ViewProps } from '../../view.ts';
import type { DatasetInfo } from '../../workspace.ts';
import './commgram.css';
import { sceneCsv } from './commgram-csv.ts';
import { type Change, Slider } from './controls.tsx';
import { latenessOfPhases } from './lateness.ts';
import { MoreSettings } from './more-settings.tsx';
import type { CommgramData, CommgramNeeds } from './needs.ts';
import { hasHosts, hostBand, networkBand } from './network-band.ts';
import { selectionOf, zoomOf } from './open-pick.ts';
import type { CommgramPick } from './pick.ts';
import { CommgramPlot, exportDrawing } from './plot.tsx';
import { createLinkBytes, type LinkBytes, routedBand } from './routed-traffic.ts';
import { type CommgramScene, commgramScene } from './scene.ts';
import { type CommgramSettings, readSettings } from './settings.ts';
import { counted, drawnText } from './status-text.ts';
import { SubWindow } from './sub-window.tsx';
import { useCut } from './use-cut.ts';
import { parseZoom } from './zoom-path.ts';

/** Beyond, the curve is that of so many communities: more cannot be told apart. */
const MOST_FOR_CURVE = 128;
/** A picture lower than this goes without the network below it. */
const LOW = 360;
const NO_BAND: readonly BandRow[] = [];
const LABEL =
  'CommGram. Arrow keys go from phase to phase, N to the next jump, Enter selects, Z opens, Backspace goes back.';

export function CommgramView(props: ViewProps<CommgramNeeds>) {
  const { dataset, workspace, width, height, exporter } = props;
  const data: CommgramData = props.data;
  const asked = useMemo(() => readSettings(props.options), [props.options]);
  const change: Change = (next) => props.setOptions(next);
  const session = useMemo(
    () => createCommgramSession(modelOfFrames(data.model), asked.weight, asked.clustering),
    [data.model, asked.weight, asked.clustering],
  );
  const zoomed = useMemo(
    () =>
      data.zoomed ? createCommgramSession(modelOfFrames(data.zoomed), asked.weight, asked.clustering) : null,
    [data.zoomed, asked.weight, asked.clustering],
  );
  const { model } = session;
  const settings = useMemo(
    () => ({ ...asked, communities: asked.communities || suggestCommunities(model.ranks) }),
    [asked, model.ranks],
  );
  const suggested = useMemo(() => suggestPhases(model), [model]);
  const phases = settings.phases || suggested;
  const communities = Math.min(settings.communities, Math.max(1, model.ranks));
  const commgram = useCut(session, {
    phases,
    communities: Math.min(communities, MOST_FOR_CURVE),
    heights: settings.curve,
  });
  const [detail, setDetail] = useState({ zoom: 1, first: 0, end: 0 });
  const steps = useMemo(() => parseZoom(settings.zoom), [settings.zoom]);
  const hasSub = steps.length > 0;
  const room = Math.max(height - TOOLBAR_HEIGHT, 80);
  const mainHeight = hasSub ? Math.round(room * 0.45) : room;
  const late = model.timeModel === 'logical' ? (data.late ?? null) : null;
  const scene = useMainScene(props, settings, commgram, mainHeight, detail, late, model.hosts);

  const pick = (on: CommgramScene, picked: CommgramPick | null, event: { readonly shiftKey: boolean }) => {
    const before = workspace.selection.peek();
    if (picked) workspace.select(selectionOf(on, picked, before, event.shiftKey), 'commit');
    else if (before.time || before.ranks.length > 0) workspace.select({ time: null, ranks: [] }, 'commit');
  };
  const open = (on: CommgramScene, picked: CommgramPick) => {
    const next = zoomOf(on, picked);
    if (next) change(next);
  };
  const draw = useMemo(() => exportDrawing(scene), [scene]);
  const csv = useCallback(() => sceneCsv(scene), [scene]);
  useExporter(exporter, { title: 'CommGram', width, height: mainHeight, draw }, csv);

  const toolbar = (
    <>
      <Choice
        label="What is drawn"
        options={[
          ['curve', 'Curve'],
          ['ribbons', 'Ribbons'],
          ['both', 'Both'],
        ]}
        value={settings.parts}
        onChange={(parts) => change({ parts })}
      />
      <Slider
        label="Phases"
        value={Math.min(phases, Math.max(1, model.messages))}
        least={1}
        most={Math.max(1, model.tree.leaves)}
        typedMost={Math.max(1, Math.min(4096, model.messages))}
        onChange={(next) => change({ phases: next, zoom: '', ends: '', span: '' })}
      />
      <Slider
        label="Communities"
        value={communities}
        least={1}
        most={Math.max(1, Math.min(model.ranks, 256))}
        typedMost={Math.max(1, model.ranks)}
        onChange={(next) => change({ communities: next })}
      />
      <MoreSettings
        settings={settings}
        change={change}
        calls={data.calls?.calls ?? null}
        logical={model.timeModel === 'logical'}
        hasCollectives={(dataset.manifest.tables.collectives?.rows ?? 0) > 0}
        hasNetwork={dataset.manifest.metrics.length > 0 || hasHosts(model.hosts)}
      />
      <span class="commgram-status" role="status">
        {statusText(scene, commgram, model)}
      </span>
    </>
  );
  return (
    <ViewRoot workspace={workspace} width={width} height={height}>
      <div class="kit-toolbar commgram-bar">{toolbar}</div>
      {commgram.phases.length === 0 ? (
        <EmptyState title="No messages with times">
          {settings.calls
            ? 'The chosen calls send nothing. Choose others under Settings.'
            : 'This trace has no matched messages. Turn on collective calls under Settings, if it has any.'}
        </EmptyState>
      ) : (
        <>
          <CommgramPlot
            scene={scene}
            workspace={workspace}
            origin={dataset.manifest.origin}
            label={LABEL}
            onPick={(picked, event) => pick(scene, picked, event)}
            onOpen={(picked) => open(scene, picked)}
            onDetail={(next) => {
              const few = scene.asked <= scene.drawn && next.zoom <= detail.zoom;
              const same =
                next.zoom === detail.zoom && next.first === detail.first && next.end === detail.end;
              if (!few && !same) setDetail(next);
            }}
          />
          {hasSub && (
            <SubWindow
              session={zoomed}
              steps={steps}
              settings={settings}
              change={change}
              messages={data.messages ?? null}
              late={late}
              workspace={workspace}
              origin={dataset.manifest.origin}
              width={width}
              height={room - mainHeight}
              onPick={pick}
              onOpen={open}
            />
          )}
        </>
      )}
    </ViewRoot>
  );
}

function useMainScene(
  props: ViewProps<CommgramNeeds>,
  settings: CommgramSettings,
  commgram: Commgram,
  height: number,
  detail: { zoom: number; first: number; end: number },
  lateness: CommgramData['late'],
  hosts: Int32Array,
): CommgramScene {
  const { width, workspace } = props;
  const { metrics } = props.dataset.manifest;
  const { traffic, contention }: CommgramData = props.data;
  const linkBytes = useLinkBytes(props.data, props.dataset, hosts);
  const routed = useMemo(
    () => (settings.network && linkBytes ? routedBand(commgram.phases, linkBytes) : NO_BAND),
    [commgram, settings.network, linkBytes],
  );
  const fromCounters = routed.length > 0 && traffic?.metric === 'data_sent' ? null : traffic;
  const band = useMemo(
    () => [
      ...routed,
      ...networkBand(
        commgram.phases.map(({ start, end }) => ({ start, end })),
        bandCubes(metrics, fromCounters, contention),
      ),
      ...(settings.network ? hostBand(commgram.phases, hosts) : []),
    ],
    [commgram, metrics, fromCounters, contention, settings.network, hosts, routed],
  );
  const late = useMemo(
    () => (lateness && settings.colour === 'lateness' ? latenessOfPhases(commgram, lateness) : null),
    [commgram, lateness, settings.colour],
  );
  const theme = workspace.theme.value;
  const shown = height < LOW ? NO_BAND : band;
  return useMemo(
    () => commgramScene(commgram, { settings, steps: [], width, height, theme, band: shown, late, detail }),
    [commgram, settings, width, height, theme, shown, late, detail],
  );
}

/** Routes on their way are waited for: computed ones could tell another number. */
function useLinkBytes(
  { network, routes }: CommgramData,
  dataset: DatasetInfo,
  hosts: Int32Array,
): LinkBytes | null {
  return useMemo(() => {
    if (!network || routes === null || !hasHosts(hosts)) return null;
    const start = dataset.manifest.timeRange?.[0] ?? 0;
    const { routing } = chooseRouting(dataset, network, routes ?? null, start);
    return createLinkBytes(routing, hosts);
  }, [network, routes, dataset, hosts]);
}

function bandCubes(
  metrics: readonly MetricInfo[],
  traffic: CommgramData['traffic'],
  contention: CommgramData['contention'],
) {
  const rows = [
    [traffic, 'network traffic'],
    [contention, 'contention'],
  ] as const;
  return rows.flatMap(([cube, title]) => {
    const metric = cube && metrics.find(({ name }) => name === cube.metric);
    return cube && metric ? [{ cube, metric, title }] : [];
  });
}

function statusText(scene: CommgramScene, commgram: Commgram, model: CommgramModel): string {
  const { patterns, exact } = commgram;
  const parts = [counted(commgram.ranks, 'rank'), counted(model.messages, 'message')];
  if (model.timeModel === 'logical') parts.push('logical time');
  if (!exact) parts.push('refining …');
  else {
    parts.push(counted(patterns.patterns.length, 'pattern'));
    parts.push(patterns.period > 0 ? `period ${patterns.period}` : 'no period');
    if (scene.picture.facts.outliers.length > 0)
      parts.push(counted(scene.picture.facts.outliers.length, 'outlier'));
  }
  if (scene.drawn < scene.asked) parts.push(drawnText(scene));
  if (model.untimed > 0) parts.push(`${formatQuantity(model.untimed, 'count')} without time`);
  return parts.join(' · ');
}

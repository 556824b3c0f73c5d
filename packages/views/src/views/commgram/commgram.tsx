import { useCallback, useMemo, useState } from 'preact/hooks';
import { type HeldKeys, isAdding } from '../../kit/click-selection.ts';
import { withUnknownPeers } from '../../kit/unknown-peers.ts';
import { useExporter } from '../../kit/use-exporter.ts';
import { EmptyState, toolbarHeight, ViewRoot } from '../../kit/view-root.tsx';
import type { ViewProps } from '../../view.ts';
import './commgram.css';
import { sceneCsv } from './commgram-csv.ts';
import { CommgramToolbar } from './commgram-toolbar.tsx';
import type { Change } from './controls.tsx';
import type { CommgramData, CommgramNeeds } from './needs.ts';
import { selectionOf, zoomOf } from './open-pick.ts';
import type { CommgramPick } from './pick.ts';
import { CommgramPlot, exportDrawing } from './plot.tsx';
import type { CommgramScene } from './scene.ts';
import { statusText } from './status-text.ts';
import { SubWindow } from './sub-window.tsx';
import { type CommgramCut, useCommgramCut } from './use-commgram-cut.ts';
import { useMainScene } from './use-main-scene.ts';
import { parseZoom } from './zoom-path.ts';

const LABEL =
  'CommGram. Arrow keys go from phase to phase, N to the next jump, Enter selects, Z opens, Backspace goes back.';

/** With room for some words about the picture. */
const OPTIONS_WIDTH = 940;

export function CommgramView(props: ViewProps<CommgramNeeds>) {
  const cut = useCommgramCut(props);
  if (cut) return <CommgramOfCut {...props} cut={cut} />;
  return (
    <ViewRoot workspace={props.workspace} width={props.width} height={props.height}>
      <EmptyState title="Finding communities …" />
    </ViewRoot>
  );
}

function CommgramOfCut(props: ViewProps<CommgramNeeds> & { readonly cut: CommgramCut }) {
  const { dataset, workspace, width, height, exporter } = props;
  const { model, zoomed, settings, phases, communities, commgram } = props.cut;
  const data: CommgramData = props.data;
  // Another place in the sub-window is another picture, at no zoom.
  const change: Change = (next) => props.setOptions('zoom' in next ? { ...next, sub: null } : next);
  const [detail, setDetail] = useState({ zoom: 1, first: 0, end: 0 });
  const steps = useMemo(() => parseZoom(settings.zoom), [settings.zoom]);
  const hasSub = steps.length > 0;
  const bar = toolbarHeight(width, OPTIONS_WIDTH);
  const room = Math.max(height - bar, 80);
  const mainHeight = hasSub ? Math.round(room * 0.45) : room;
  const late = model.timeModel === 'logical' ? (data.late ?? null) : null;
  const scene = useMainScene(props, settings, commgram, mainHeight, detail, late, model);

  const pick = (on: CommgramScene, picked: CommgramPick | null, keys: HeldKeys) => {
    const before = workspace.selection.peek();
    if (picked) workspace.select(selectionOf(on, picked, before, isAdding(keys)), 'commit');
    else if (before.time || before.ranks.length > 0) workspace.select({ time: null, ranks: [] }, 'commit');
  };
  const open = (on: CommgramScene, picked: CommgramPick) => {
    const next = zoomOf(on, picked);
    if (next) change(next);
  };
  const draw = useMemo(() => exportDrawing(scene), [scene]);
  const csv = useCallback(() => sceneCsv(scene), [scene]);
  useExporter(exporter, { title: 'CommGram', width, height: mainHeight, draw }, csv);

  return (
    <ViewRoot workspace={workspace} width={width} height={height}>
      <CommgramToolbar
        model={model}
        settings={settings}
        phases={phases}
        communities={communities}
        calls={data.calls?.calls ?? null}
        manifest={dataset.manifest}
        status={withUnknownPeers(statusText(scene, commgram, model, settings.phases), dataset, ' · ')}
        change={change}
        bar={bar}
        room={room}
      />
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
            host={props}
            zoomKey="plot"
            workspace={workspace}
            origin={dataset.manifest.origin}
            label={LABEL}
            onPick={(picked, event) => pick(scene, picked, event)}
            onOpen={(picked) => open(scene, picked)}
            onDetail={(next) => {
              const same =
                next.zoom === detail.zoom && next.first === detail.first && next.end === detail.end;
              if (!same) setDetail(next);
            }}
          />
          {hasSub && (
            <SubWindow
              host={props}
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

import { type Commgram, type CommgramSession, suggestPhases } from '@weft/analysis';
import type { Theme } from '@weft/draw';
import { formatQuantity } from '@weft/model';
import { useMemo, useState } from 'preact/hooks';
import type { HeldKeys } from '../../kit/click-selection.ts';
import type { OptionHost } from '../../kit/use-view-option.ts';
import { EmptyState } from '../../kit/view-root.tsx';
import type { Workspace } from '../../workspace.ts';
import { type Change, Slider } from './controls.tsx';
import { latenessOfPhases } from './lateness.ts';
import type { LatenessFrames, MessageFrames } from './needs.ts';
import { communitySize, partScene } from './part-scene.ts';
import type { CommgramPick } from './pick.ts';
import { CommgramPlot } from './plot.tsx';
import { type CommgramScene, commgramScene } from './scene.ts';
import { type CommgramSettings, ribbonMap } from './settings.ts';
import { counted, drawnText } from './status-text.ts';
import { useCut } from './use-cut.ts';
import { printZoom, stepTitle, type ZoomStep } from './zoom-path.ts';

interface SubWindowProps {
  /** The panel that remembers the zoom. */
  readonly host: OptionHost;
  /** Null while its data are on their way. */
  readonly session: CommgramSession | null;
  readonly steps: readonly ZoomStep[];
  readonly settings: CommgramSettings;
  readonly change: Change;
  readonly messages: MessageFrames | null;
  readonly late: LatenessFrames | null;
  readonly workspace: Workspace;
  readonly origin: string | null;
  readonly width: number;
  readonly height: number;
  onPick(scene: CommgramScene, pick: CommgramPick | null, keys: HeldKeys): void;
  onOpen(scene: CommgramScene, pick: CommgramPick): void;
}

const BAR = 32;

/** One phase, community or ribbon in detail, with the way back. */
export function SubWindow(props: SubWindowProps) {
  const { session } = props;
  // Another place is another picture, at no zoom.
  if (session) return <SubCut key={props.settings.zoom} {...props} session={session} />;
  return <Unfolding {...props} />;
}

function Unfolding({ steps, change, height }: SubWindowProps) {
  return (
    <div class="commgram-sub" style={{ height: `${height - 1}px` }}>
      <div class="kit-toolbar">
        <Breadcrumbs steps={steps} change={change} />
      </div>
      <EmptyState title="Unfolding …" />
    </div>
  );
}

type SubCutProps = SubWindowProps & { readonly session: CommgramSession };

function SubCut(props: SubCutProps) {
  const { session, steps, settings } = props;
  const isPhase = steps[steps.length - 1].kind === 'phase';
  const suggested = useMemo(() => suggestPhases(session.model, 12), [session]);
  const phases = isPhase ? settings.subPhases || suggested : 1;
  const commgram = useCut(session, {
    phases,
    communities: isPhase ? Math.min(settings.communities, 128) : 1,
    heights: settings.curve,
  });
  if (!commgram) return <Unfolding {...props} />;
  return <SubPicture {...props} commgram={commgram} phases={phases} />;
}

type SubPictureProps = SubCutProps & { readonly commgram: Commgram; readonly phases: number };

function SubPicture(props: SubPictureProps) {
  const { session, steps, settings, change, workspace, origin, height, commgram, phases } = props;
  const last = steps[steps.length - 1];
  const [detail, setDetail] = useState({ zoom: 1, first: 0, end: 0 });
  const scene = useScene(props, commgram, height - BAR, workspace.theme.value, detail);
  const back = (): void => change({ zoom: printZoom(steps.slice(0, -1)), ends: '', span: '' });
  return (
    <div class="commgram-sub" style={{ height: `${height - 1}px` }}>
      <div class="kit-toolbar">
        <Breadcrumbs steps={steps} change={change} />
        {last.kind === 'phase' ? (
          <Slider
            label="Sub-phases"
            value={phases}
            least={1}
            most={session.model.tree.leaves}
            typedMost={Math.max(1, Math.min(4096, session.model.messages))}
            onChange={(subPhases) => change({ subPhases })}
          />
        ) : (
          <Slider
            label="Unfolded into"
            value={settings.unfold || scene?.drawn || 1}
            least={1}
            most={unfoldLimit(commgram, last)}
            onChange={(unfold) => change({ unfold })}
          />
        )}
        <span class="kit-status kit-push" role="status">
          {scene && subStatus(scene, props.messages)}
        </span>
      </div>
      {scene && scene.phases.length > 0 ? (
        <CommgramPlot
          scene={scene}
          host={props.host}
          zoomKey="sub"
          workspace={workspace}
          origin={origin}
          vertical
          label={`Detail of ${steps.map((_, at) => stepTitle(steps, at)).join(', ')}`}
          onPick={(pick, event) => props.onPick(scene, pick, event)}
          onOpen={(pick) => props.onOpen(scene, pick)}
          onBack={back}
          onDetail={(next) => {
            if (next.zoom !== detail.zoom) setDetail({ ...next, first: 0, end: scene.phases.length });
          }}
        />
      ) : (
        <EmptyState title="There is no such phase">Go back by the path above.</EmptyState>
      )}
    </div>
  );
}

function useScene(
  props: SubWindowProps,
  commgram: Commgram,
  height: number,
  theme: Theme,
  detail: { zoom: number; first: number; end: number },
): CommgramScene | null {
  const { steps, settings, width, messages, late, workspace } = props;
  const map = ribbonMap(settings, workspace);
  return useMemo(() => {
    const last = steps[steps.length - 1];
    const common = { settings, steps, width, height, theme, map };
    if (commgram.phases.length === 0) return null;
    if (last.kind !== 'phase') {
      const frame = messages?.messages ?? null;
      return partScene(commgram.phases[0], { ...common, step: last, messages: frame });
    }
    return commgramScene(commgram, {
      ...common,
      band: [],
      late: late && latenessOfPhases(commgram, late),
      detail,
    });
  }, [commgram, steps, settings, width, height, theme, map, messages, late, detail]);
}

function unfoldLimit({ phases }: Commgram, step: ZoomStep): number {
  if (phases.length === 0 || step.kind === 'phase') return 1;
  const size = (community: number) => communitySize(phases[0], step.communities, community);
  return step.kind === 'community' ? size(step.community) : Math.max(size(step.src), size(step.dst));
}

function subStatus(scene: CommgramScene, messages: SubWindowProps['messages']): string {
  const { ribbons } = scene.picture.geometry;
  const count = ribbons.bytes.length;
  const bytes = formatQuantity(
    ribbons.bytes.reduce((sum, value) => sum + value, 0),
    'B',
  );
  if (scene.messages) {
    const all = messages?.summary.columns.messages[0] ?? count;
    const shown = counted(count, 'message');
    return `${all > count ? `the largest ${shown} of ${formatQuantity(all, 'count')}` : shown}, ${bytes}`;
  }
  const { period } = scene.picture.facts;
  const parts = [counted(count, 'ribbon'), bytes];
  if (scene.phases.length > 1) parts.unshift(counted(scene.phases.length, 'phase'));
  if (period > 0) parts.push(`period ${counted(period, 'phase')}`);
  if (scene.drawn < scene.asked) parts.push(drawnText(scene));
  return parts.join(', ');
}

function Breadcrumbs({ steps, change }: { readonly steps: readonly ZoomStep[]; readonly change: Change }) {
  const goTo = (count: number): void =>
    change({ zoom: printZoom(steps.slice(0, count)), ends: '', span: '', unfold: 0 });
  return (
    <nav aria-label="Zoomed into">
      <ol class="commgram-crumbs">
        <li>
          <button type="button" onClick={() => goTo(0)}>
            All
          </button>
        </li>
        {steps.map((_, at) => (
          <li key={stepTitle(steps, at)}>
            <button
              type="button"
              aria-current={at === steps.length - 1 ? 'location' : undefined}
              onClick={() => goTo(at + 1)}
            >
              {stepTitle(steps, at)}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}

import type { Side } from '../compare/create-sides.ts';
import type { PanelLeaf } from '../panels/panel-tree.ts';
import type { Session } from '../session/session.ts';
import { Failure, Loading, Status } from './status.tsx';
import { ViewHost, type ViewHostProps } from './view-host.tsx';

export type SideName = 'a' | 'b' | 'd';

/** The side of a comparison that a panel shows; null = none is asked for, or nothing is compared. */
export function sideOf(session: Session, options: PanelLeaf['options']): SideName | null {
  const { side } = options;
  return session.compare.value && (side === 'a' || side === 'b' || side === 'd') ? side : null;
}

const names: Readonly<Record<SideName, string>> = { a: 'A', b: 'B', d: 'B − A' };

/** Beside the title of a panel: which side it shows. */
export function SideBadge({ session, panel }: { session: Session; panel: PanelLeaf }) {
  const side = sideOf(session, panel.options);
  if (!side) return null;
  const state = session.comparing.value;
  const compared = state?.status === 'ready' ? state.sides.a.workspace.comparison?.value : null;
  const label = side === 'd' ? null : compared?.[side].label.value;
  return (
    <span class="side-badge">
      <b class="side-name" data-side={side}>
        {names[side]}
      </b>
      {label && <span class="side-label ellipsis">{label}</span>}
    </span>
  );
}

/** A view with the data of its side, or why that is not there. */
export function SidedView(props: Omit<ViewHostProps, 'side'>) {
  const { session, options } = props;
  const state = session.comparing.value;
  const name = sideOf(session, options) ?? (state?.status === 'ready' ? 'a' : null);
  const own: Side = { dataset: session.dataset, workspace: session.workspace };
  if (!name) return <ViewHost {...props} side={own} />;
  if (state?.status === 'failed') return <Failure error={state.error} onRetry={session.compareAgain} />;
  if (state?.status !== 'ready') return <Loading progress={null} label="Opening the other side" />;
  const reason = state.sides.reason.value;
  if (reason && name !== 'a') {
    return (
      <Status icon="empty" title="These cannot be compared link by link">
        <p class="status-text">{reason}</p>
      </Status>
    );
  }
  const side = name === 'a' ? state.sides.a : name === 'b' ? state.sides.b : state.sides.difference;
  return <ViewHost {...props} side={side} />;
}

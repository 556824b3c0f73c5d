import { formatExact, formatQuantity, isNarrowing, narrowingKeys } from '@weft/model';
import { refusalOf } from '../page/refusal.ts';
import { showWhy } from '../panels/show-why.ts';
import type { Session } from '../session/session.ts';
import { askable } from './askable.ts';
import { describeHovered } from './describe-hovered.ts';
import { describeNarrowing } from './describe-narrowing.ts';
import { Icon } from './icon.tsx';
import { useJobs } from './use-jobs.ts';

/** The selection as removable chips, what is under the pointer, and what the selection leaves. */
export function BottomBar({ session }: { session: Session }) {
  return (
    <footer class="bottom-bar" aria-live="polite">
      <Chips session={session} />
      <WhyButton session={session} />
      <span class="spacer" />
      <HoveredText session={session} />
      <Remainder session={session} />
    </footer>
  );
}

function Chips({ session }: { session: Session }) {
  const { workspace, dataset } = session;
  const selection = workspace.selection.value;
  const narrowed = narrowingKeys.filter((key) => isNarrowing(selection, key));
  const jobs = useJobs(session, narrowed.includes('jobs'));
  if (narrowed.length === 0) return <span class="hint">Nothing selected: the whole run, every link</span>;
  const context = {
    origin: dataset.manifest.origin,
    unit: workspace.linkValues.unit.value,
    network: workspace.linkValues.network.value,
    jobs,
  };
  return (
    <ul class="chips" aria-label="Selection">
      {narrowed.map((key) => {
        const text = describeNarrowing(selection, key, context);
        return (
          <li key={key} class="chip" data-key={key}>
            <span class="chip-text">{text}</span>
            <button
              type="button"
              class="chip-remove"
              aria-label={`Remove ${text}`}
              title="Remove"
              onClick={() => workspace.clear(key)}
            >
              <Icon name="close" size={10} />
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** One link, one job, ranks of the only job, or a time range can be asked about. */
function WhyButton({ session }: { session: Session }) {
  const what = askable(session.workspace.selection.value, session.dataset.manifest);
  const isAnswered = session.page.views.some(
    (view) => view.id === 'why' && !refusalOf(view, session.dataset),
  );
  if (!isAnswered || what === null) return null;
  return (
    <button
      type="button"
      class="button why-button"
      title={`Ask why ${what}, and test what may be to blame`}
      onClick={() => session.changePanels(showWhy)}
    >
      Why?
    </button>
  );
}

function HoveredText({ session }: { session: Session }) {
  const item = session.workspace.hovered.value;
  const jobs = useJobs(session, item?.kind === 'job');
  const text = describeHovered(session, jobs);
  return text ? (
    <span class="hovered ellipsis" aria-live="off">
      {text}
    </span>
  ) : null;
}

function Remainder({ session }: { session: Session }) {
  const { remainder, unit, aggregate, metric } = session.workspace.linkValues;
  const failed = [session.networkState.value, session.cubeState.value].find(
    (state) => state?.status === 'failed',
  );
  if (failed?.status === 'failed') return <span class="remainder">{failed.error.message}</span>;
  if (!remainder.value) return null;
  const { links, ofLinks, amount } = remainder.value;
  return (
    <span class="remainder">
      <span>
        links <b>{formatExact(links, '')}</b> of {formatExact(ofLinks, '')}
      </span>
      {amount !== null && (
        <span title={formatExact(amount, unit.value)}>
          {aggregate.value === 'max' ? 'largest' : metric.value?.kind === 'gauge' ? 'largest mean' : 'total'}{' '}
          <b>{formatQuantity(amount, unit.value)}</b>
        </span>
      )}
    </span>
  );
}

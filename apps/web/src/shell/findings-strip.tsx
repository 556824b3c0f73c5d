import { type ListedFinding, listFindings } from '@weft/analysis';
import { compareVerdict } from '../findings/compare-verdict.ts';
import { type Evidence, evidenceOf, whyPanels } from '../findings/evidence.ts';
import { navigate, type Page, showAbout } from '../page/page.ts';
import { usableViews } from '../page/refusal.ts';
import type { Session } from '../session/session.ts';
import { askable } from './askable.ts';
import { Icon } from './icon.tsx';
import { PlaceTrace } from './place-trace.tsx';
import { TwinLinks } from './twin-links.tsx';

/** So many findings fit beside each other. */
const IN_LINE = 3;

/** What stands out, in words, most important first; while two things are compared, what the comparison says. */
export function FindingsStrip({ session }: { session: Session }) {
  const comparing = session.comparing.value;
  return (
    <div class="findings-strip">
      {comparing?.status === 'ready' ? <Verdict session={session} /> : <Findings session={session} />}
      {comparing === null && <TwinLinks session={session} />}
      {comparing === null && <PlaceTrace session={session} />}
    </div>
  );
}

function Findings({ session }: { session: Session }) {
  const { allFindings } = session;
  const state = session.findings.value;
  if (state === null || state.status === 'loading') return <Line text="Looking for what stands out …" />;
  if (state.status === 'failed')
    return <Line text={`What stands out is not known: ${state.error.message}`} />;
  const found = listFindings(state.data);
  const shown = allFindings.value ? found : found.slice(0, IN_LINE);
  return (
    <nav class={allFindings.value ? 'findings findings-all' : 'findings'} aria-label="Findings">
      <ol>
        {shown.map((finding) => (
          <FindingItem
            key={finding.text}
            session={session}
            finding={finding}
            withWhy={allFindings.value || found.length === 1}
          />
        ))}
      </ol>
      {found.length > 1 && (
        <button
          type="button"
          class="button findings-toggle"
          aria-expanded={allFindings.value}
          onClick={() => session.history.change({ allFindings: !allFindings.value }, 'commit')}
        >
          {toggleText(found.length, allFindings.value)}
          <Icon name="chevron" size={12} />
        </button>
      )}
    </nav>
  );
}

function toggleText(count: number, all: boolean): string {
  if (all) return 'Less';
  return count > IN_LINE ? `All ${count}` : 'More';
}

interface FindingItemProps {
  readonly session: Session;
  readonly finding: ListedFinding;
  /** There is room for the question behind the finding. */
  readonly withWhy: boolean;
}

function FindingItem({ session, finding, withWhy }: FindingItemProps) {
  const { page, dataset } = session;
  if (finding.kind === 'unread') return <UnreadItem page={page} text={finding.text} />;
  const views = usableViews(page.views, dataset);
  const evidence = evidenceOf(finding, views, session.workspace.linkValues.network.value);
  if (!evidence) {
    return (
      <li data-kind={finding.kind} title={finding.text}>
        <span>{finding.text}</span>
      </li>
    );
  }
  const address = session.addressOf(evidence.selection, evidence.layout);
  return (
    <li data-kind={finding.kind} title={finding.text}>
      <a
        href={address}
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          navigate(page, address);
        }}
      >
        {finding.text}
      </a>
      {withWhy && <WhyLink session={session} evidence={evidence} views={views} />}
    </li>
  );
}

/** What an import could not read, or assumed, stands in its report. */
function UnreadItem({ page, text }: { page: Page; text: string }) {
  return (
    <li data-kind="unread" title={text}>
      <button type="button" class="strip-action" onClick={() => showAbout(page)}>
        {text}
      </button>
    </li>
  );
}

/** The question about what a finding shows, with its answer beside the network. */
function WhyLink({ session, evidence, views }: { session: Session; evidence: Evidence; views: string[] }) {
  const what = askable(evidence.selection, session.dataset.manifest);
  const layout = whyPanels(views);
  if (what === null || layout === null) return null;
  return (
    <a
      class="finding-why"
      href={session.addressOf(evidence.selection, layout)}
      title={`Ask why ${what}`}
      aria-label={`Why? Ask why ${what}`}
    >
      Why?
    </a>
  );
}

function Verdict({ session }: { session: Session }) {
  const state = session.comparing.value;
  if (state?.status !== 'ready') return null;
  const compared = state.sides.difference.workspace.comparison?.value;
  const { unit, metric } = session.workspace.linkValues;
  const text = compared && compareVerdict(compared, unit.value, metric.value?.kind);
  return text ? <Line text={text} told /> : <Line text="Comparing …" />;
}

/** What is told is as dark as findings are, what is under way is not. */
function Line({ text, told = false }: { readonly text: string; readonly told?: boolean }) {
  return (
    <output class="findings" aria-label="Findings" title={text}>
      <p class={told ? 'ellipsis told' : 'ellipsis'}>{text}</p>
    </output>
  );
}

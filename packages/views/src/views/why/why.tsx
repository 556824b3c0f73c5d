import { computed } from '@preact/signals';
import type { WhyReport } from '@weft/cause';
import { useMemo, useRef } from 'preact/hooks';
import type { Settled } from '../../data-request.ts';
import { EmptyState, ViewRoot } from '../../kit/view-root.tsx';
import type { ViewProps } from '../../view.ts';
import { ReportButtons } from './report-buttons.tsx';
import { SideBySide } from './side-by-side.tsx';
import { SuspectList } from './suspect-list.tsx';
import { WhyHead } from './why-head.tsx';
import { questionKey, questionOf, testsOf, type WhyNeeds } from './why-needs.ts';
import './why.css';

/** Shares and suspects at once, then one test after the other as the reader asks for them. */
export function Why(props: ViewProps<WhyNeeds>) {
  const { data, dataset, workspace, width, height, options, setOptions } = props;
  const selection = useMemo(() => computed(() => workspace.selection.value), [workspace]);
  const question = questionOf(selection.value, dataset);
  const key = question && questionKey(question);
  const shown = useLastReport(key, data.first, data.tested);
  const asked = options.of === key ? testsOf(options) : [];
  const ask = (tests: readonly string[]) =>
    setOptions(
      tests.length === 0
        ? { tests: null, of: null, open: null }
        : { tests: tests.join(' '), of: key ?? '', open: null },
    );
  if (key === null) {
    return (
      <ViewRoot workspace={workspace} width={width} height={height}>
        <EmptyState title="Choose a link, a job or a time">
          Click a link in a view of links to ask why it is full, or a job in the list of jobs to ask why it is
          slow. With a time range chosen, too, the question is about the phase of the job in it.
        </EmptyState>
      </ViewRoot>
    );
  }
  return (
    <ViewRoot workspace={workspace} width={width} height={height}>
      <div class="why" style={{ height: `${height}px` }}>
        <Failures states={[data.first, data.tested, data.opened]} />
        {!shown && data.first?.status === 'loading' && <p class="why-note">Reading what is known …</p>}
        {shown && <WhyHead answer={shown.answer} />}
        {shown && <SuspectList report={shown} asked={asked} state={data.tested} onAsk={ask} />}
        {shown && (
          <SideBySide
            answer={shown.answer}
            family={dataset.manifest.network?.family ?? ''}
            chosen={typeof options.open === 'string' ? options.open : ''}
            state={data.opened}
            onOpen={(open) => setOptions({ open: open || null })}
          />
        )}
        {shown && <ReportButtons report={shown} />}
        {shown && (
          <ul class="why-text">
            {shown.answer.text.slice(1).map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        )}
      </div>
    </ViewRoot>
  );
}

/** The newest report on the question: while a further test runs, the tests before it stay. */
function useLastReport(
  key: string | null,
  ...states: readonly (Settled<WhyReport> | undefined)[]
): WhyReport | null {
  const last = useRef<{ key: string | null; report: WhyReport | null }>({ key, report: null });
  if (last.current.key !== key) last.current = { key, report: null };
  const [first, tested] = states.map((state) => (state?.status === 'ready' ? state.data : null));
  const newest = tested ?? (states[1] === undefined ? first : null);
  if (newest) last.current.report = newest;
  return last.current.report ?? first;
}

function Failures({ states }: { states: readonly (Settled<unknown> | undefined)[] }) {
  const failed = states.find((state) => state?.status === 'failed');
  if (failed?.status !== 'failed') return null;
  const { message, advice } = failed.error;
  return <p class="why-failed">{advice ? `${message}. ${advice}` : message}</p>;
}

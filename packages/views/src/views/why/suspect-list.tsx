import type { WhyReport } from '@weft/cause';
import { formatExact, formatQuantity } from '@weft/model';
import type { Settled } from '../../data-request.ts';

interface SuspectListProps {
  readonly report: WhyReport;
  /** Ids whose tests were asked for. */
  readonly asked: readonly string[];
  readonly state: Settled<WhyReport> | undefined;
  readonly onAsk: (tests: readonly string[]) => void;
}

type Test = WhyReport['answer']['tests'][number];

/** Every suspect with its test, or the button that begins it. */
export function SuspectList({ report, asked, state, onAsk }: SuspectListProps) {
  const { suspects, answer } = report;
  const { tests, target } = answer;
  const most = Math.max(1, ...tests.flatMap(({ before, after }) => [before, after]));
  const isRunning = state?.status === 'loading';
  const testOf = (change: string) => tests.find((test) => test.change === change);
  const done = asked.filter((id) => suspects.some((suspect) => suspect.id === id && testOf(suspect.change)));
  const { unit } = target;
  return (
    <section class="why-suspects" aria-label="Suspects">
      <div class="why-actions">
        <button type="button" disabled={isRunning} onClick={() => onAsk(suspects.map(({ id }) => id))}>
          Test all
        </button>
        {isRunning && <Running state={state} onCancel={() => onAsk(done)} />}
      </div>
      <ol>
        {suspects.map(({ id, change }) => {
          const test = testOf(change);
          return (
            <li key={id} data-suspect={id}>
              <span class="why-change">{change}</span>
              {test ? (
                <Bars test={test} most={most} unit={unit} />
              ) : (
                <button
                  type="button"
                  disabled={isRunning}
                  aria-label={`Test: ${change}`}
                  onClick={() => onAsk([...asked, id])}
                >
                  {isRunning && asked.includes(id) ? 'Testing …' : 'Test'}
                </button>
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}

function Running({ state, onCancel }: { state: Settled<WhyReport> | undefined; onCancel: () => void }) {
  const progress = state?.status === 'loading' ? state.progress : null;
  const count = progress && progress.total > 0 ? ` ${progress.done + 1} of ${progress.total}` : '';
  return (
    <>
      <progress
        aria-label="Testing"
        max={progress && progress.total > 0 ? progress.total : undefined}
        value={progress && progress.total > 0 ? progress.done : undefined}
      />
      <span class="why-note">{progress ? `${progress.label}${count}` : 'starting'}</span>
      <button type="button" onClick={onCancel}>
        Cancel
      </button>
    </>
  );
}

/** Before above, after below, all tests on one scale. */
function Bars({ test, most, unit }: { test: Test; most: number; unit: string }) {
  const { before, after, saving } = test;
  return (
    <span
      class="why-bars"
      data-before={before}
      data-after={after}
      title={`${formatExact(before, unit)} before, ${formatExact(after, unit)} after`}
    >
      <span class="why-track">
        <span class="why-before" style={{ width: `${(100 * before) / most}%` }} />
        <span class="why-after" style={{ width: `${(100 * Math.max(0, after)) / most}%` }} />
      </span>
      <span class="why-numbers">
        {formatQuantity(before, unit)} → {formatQuantity(after, unit)}
      </span>
      <b>{`${saving > 0 ? '−' : '+'}${Math.abs(100 * saving).toFixed(1)} %`}</b>
    </span>
  );
}

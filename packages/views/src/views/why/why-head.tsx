import type { WhyReport } from '@weft/cause';
import { formatExact, formatQuantity } from '@weft/model';

type Answer = WhyReport['answer'];

const kinds: Readonly<Record<Answer['verdict']['kind'], string>> = {
  job: 'another job',
  link: 'a slow link',
  missing: 'a missing cable',
  host: 'a slow host',
  routing: 'the routing',
  placement: 'the placement',
  own: 'its own traffic',
  none: 'nothing found',
};

/** The question, the verdict, and the target as one divided bar. */
export function WhyHead({ answer }: { answer: Answer }) {
  const { question, verdict, target, text } = answer;
  return (
    <header class="why-head">
      <p class="why-note">{text[0]}</p>
      <h3>{titleOf(question)}</h3>
      <p class="why-verdict" data-kind={verdict.kind} data-confidence={verdict.confidence}>
        <b>{verdict.kind === 'job' && verdict.job ? verdict.job : kinds[verdict.kind]}</b>
        <span class="why-confidence">{verdict.confidence}</span>
        <span data-field="target" title={formatExact(target.value, target.unit)}>
          {formatQuantity(target.value, target.unit)}
        </span>
      </p>
      <Shares answer={answer} />
    </header>
  );
}

function titleOf(question: Answer['question']): string {
  if ('link' in question) return `Why is ${question.from} → ${question.to} full?`;
  const phase = question.phase === undefined ? '' : `phase ${question.phase} of `;
  return `Why is ${phase}${question.job} slow?`;
}

const MOST_SHARES = 8;

function Shares({ answer: { shares, target } }: { answer: Answer }) {
  const shown = shares.filter(({ value }) => value !== 0).slice(0, MOST_SHARES);
  const whole = Math.max(
    1,
    shown.reduce((sum, { value }) => sum + Math.max(0, value), 0),
  );
  return (
    <>
      <div class="why-bar" role="img" aria-label="Shares">
        {shown.map(({ cause, value }, at) => (
          <span
            key={cause}
            title={cause}
            style={{ width: `${(100 * Math.max(0, value)) / whole}%`, background: shade(at, shown.length) }}
          />
        ))}
      </div>
      <ul class="why-shares">
        {shown.map(({ cause, value, ...share }, at) => (
          <li key={cause} title={rangeText(share, target.unit)}>
            <span class="why-swatch" style={{ background: shade(at, shown.length) }} />
            {cause} <b>{((100 * value) / Math.max(1, target.value)).toFixed(1)} %</b>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The largest share stands out most; hues are left to jobs. */
function shade(at: number, count: number): string {
  return `color-mix(in oklab, var(--kit-ink) ${Math.round(100 - (90 * at) / Math.max(1, count))}%, var(--kit-plot))`;
}

function rangeText({ low, high }: { low?: number; high?: number }, unit: string): string | undefined {
  if (low === undefined || high === undefined) return undefined;
  return `95 % range ${formatQuantity(low, unit)} to ${formatQuantity(high, unit)}`;
}

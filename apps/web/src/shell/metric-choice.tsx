import { computed } from '@preact/signals';
import { expressionFault, isExpression, planMetric, unitOf } from '@weft/metrics';
import type { Selection } from '@weft/model';
import { useEffect, useId, useMemo, useRef, useState } from 'preact/hooks';
import type { Session } from '../session/session.ts';
import { Icon } from './icon.tsx';

const aggregates: readonly (readonly [Selection['aggregate'], string])[] = [
  ['sum', 'sum'],
  ['mean', 'mean per step'],
  ['max', 'largest step'],
  ['rate', 'rate'],
];

/** A counter of the dataset or an expression over several, and how its steps are put together. */
export function MetricChoice({ session }: { session: Session }) {
  const { dataset, workspace } = session;
  const { metrics } = dataset.manifest;
  const { metric, aggregate, plan } = workspace.linkValues;
  const [writing, setWriting] = useState(false);
  const wanted = useMemo(() => computed(() => workspace.selection.value.metric), [workspace]).value;
  const shown = useRef(wanted);
  useEffect(() => {
    if (shown.current !== wanted) setWriting(false);
    shown.current = wanted;
  }, [wanted]);
  if (!metric.value || !plan.value) return null;
  const level = plan.value.parts.some(({ kind }) => kind === 'gauge');
  const offered = aggregates.filter(([name]) => !level || name === 'mean' || name === 'max');
  const expression = writing || isExpression(wanted);
  const show = (name: string) => workspace.select({ metric: name, value: null, outside: false });
  return (
    <>
      <label class="choice">
        <span class="choice-label">Metric</span>
        <select
          value={expression ? '=' : metric.value.name}
          title={metric.value.doc}
          onChange={(event) => {
            const { value } = event.currentTarget;
            if (value === '=') setWriting(true);
            else show(value);
          }}
        >
          {metrics.map(({ name, unit }) => (
            <option key={name} value={name}>
              {unit && unit !== 'count' ? `${name} (${unit})` : name}
            </option>
          ))}
          <option value="=">expression …</option>
        </select>
        <Icon name="chevron" size={12} />
      </label>
      {expression && (
        <ExpressionField
          session={session}
          text={isExpression(wanted) ? wanted.slice(1) : ''}
          onShow={(text) => show(`=${text}`)}
        />
      )}
      <label class="choice">
        <span class="visually-hidden">Aggregate over the time range</span>
        <select
          value={aggregate.value}
          title="How the steps of the time range are put together"
          onChange={(event) =>
            workspace.select({
              aggregate: offered[event.currentTarget.selectedIndex][0],
              value: null,
              outside: false,
            })
          }
        >
          {offered.map(([name, title]) => (
            <option key={name} value={name}>
              {title}
            </option>
          ))}
        </select>
        <Icon name="chevron" size={12} />
      </label>
    </>
  );
}

/** Enter shows what is written; a fault stands below the field. */
function ExpressionField({
  session,
  text,
  onShow,
}: {
  session: Session;
  text: string;
  onShow: (text: string) => void;
}) {
  const { manifest } = session.dataset;
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [draft, setDraft] = useState(text);
  const [touched, setTouched] = useState(text !== '');
  const [startsEmpty] = useState(text === '');
  useEffect(() => {
    if (startsEmpty) field.current?.focus();
  }, [startsEmpty]);
  const fault = expressionFault(manifest, draft);
  // The field itself is asked: a key may come before what was typed is rendered.
  const commit = (written: string) => {
    setTouched(true);
    if (expressionFault(manifest, written) === null && written !== text) onShow(written);
  };
  const [first, second] = manifest.metrics.map(({ name }) => name);
  return (
    <span class="expression">
      <input
        ref={field}
        class="expression-field"
        aria-label="Expression over metrics"
        aria-invalid={touched && fault !== null}
        aria-describedby={id}
        placeholder={second ? `${second} / ${first}` : `${first} / 2`}
        spellcheck={false}
        value={draft}
        onInput={(event) => {
          setDraft(event.currentTarget.value);
          setTouched(true);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit(event.currentTarget.value);
          if (event.key === 'Escape') field.current?.blur();
        }}
        onBlur={(event) => commit(event.currentTarget.value)}
      />
      <span class="expression-unit">
        {fault === null
          ? unitOf(planMetric(manifest, `=${draft}`), session.workspace.linkValues.aggregate.value)
          : ''}
      </span>
      <span id={id} class="expression-fault" role="alert" hidden={!touched || fault === null}>
        {touched ? fault : ''}
      </span>
    </span>
  );
}

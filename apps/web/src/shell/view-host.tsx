import type { ErrorFacts } from '@weft/model';
import {
  type Needs,
  requestAfterPaint,
  type ViewExporter,
  type ViewOptions,
  type ViewProps,
} from '@weft/views';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { Side } from '../compare/create-sides.ts';
import type { AnyView } from '../page/page.ts';
import { refusalOf } from '../page/refusal.ts';
import type { Session } from '../session/session.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { Failure, Loading, Status } from './status.tsx';
import { type AnyLoadedView, useLoadedView } from './use-loaded-view.ts';
import { useNeeds } from './use-needs.ts';

export interface ViewHostProps {
  readonly session: Session;
  /** Whose data: those of the session, or of one side of a comparison. */
  readonly side: Side;
  readonly view: AnyView;
  readonly exporter: ViewExporter;
  readonly width: number;
  readonly height: number;
  readonly options: ViewOptions;
  readonly setOptions: ViewProps['setOptions'];
}

/** Loads a view, gets it what it needs and keeps its failures in its panel. */
export function ViewHost(props: ViewHostProps) {
  return (
    <ErrorBoundary>
      <ViewWithRefusal {...props} />
    </ErrorBoundary>
  );
}

function ViewWithRefusal(props: ViewHostProps) {
  const refusal = refusalOf(props.view, props.side.dataset);
  if (refusal === null) return <ViewWhenLoaded {...props} />;
  return (
    <Status icon="empty" title="Nothing to show here">
      <p class="status-text">{refusal}</p>
    </Status>
  );
}

function ViewWhenLoaded(props: ViewHostProps) {
  const { session, view } = props;
  const { state, again } = useLoadedView(session.page.activity, view);
  if (state.status === 'failed') return <Failure error={state.error} onRetry={again} />;
  if (state.status === 'running') return <Loading progress={null} label={`Loading ${view.title}`} />;
  return <ViewWithData {...props} view={state.result} />;
}

type LoadedProps = Omit<ViewHostProps, 'view'> & { readonly view: AnyLoadedView };

function ViewWithData({ session, side, view, exporter, width, height, options, setOptions }: LoadedProps) {
  const { page } = session;
  const { dataset, workspace } = side;
  const { manifest } = dataset;
  const metric = workspace.linkValues.metric.value?.name ?? null;
  const selection = workspace.committed.value;
  const needs: Needs = useMemo(
    () => view.needs({ ...dataset, manifest }, metric, { selection, options, width, height }),
    [view, dataset, manifest, metric, selection, options, width, height],
  );
  const { state, retry } = useNeeds(page.coordinator, dataset.id, needs);
  // Not at once: the other panels ask for their data in this frame, and making a renderer would hold them up.
  useEffect(() => requestAfterPaint(() => view.prepare?.()), [view]);
  const last = useRef<Readonly<Record<string, unknown>> | null>(null);
  if (state.status === 'ready') last.current = state.data;
  if (state.status === 'failed') return <FailedNeeds errors={state.errors} onRetry={retry} />;
  // Until the data of another metric are there, the picture of the last one stays, dimmed.
  if (!last.current)
    return <Loading progress={state.status === 'loading' ? state.progress : null} label="Loading" />;
  return (
    <>
      <div class={state.status === 'ready' ? 'view' : 'view stale'}>
        <view.Component
          data={last.current}
          dataset={dataset}
          workspace={workspace}
          width={width}
          height={height}
          exporter={exporter}
          options={options}
          setOptions={setOptions}
        />
      </div>
      {state.status === 'loading' && (
        <div class="view-veil">
          <Loading progress={state.progress} label="Loading" />
        </div>
      )}
    </>
  );
}

function FailedNeeds({ errors, onRetry }: { errors: readonly ErrorFacts[]; onRetry: () => void }) {
  return <Failure error={errors[0]} onRetry={onRetry} />;
}

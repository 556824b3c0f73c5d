import { computed } from '@preact/signals';
import { type RenderTarget, themeColours } from '@weft/draw';
import { detailLinks, formatQuantity, NONE, textAt } from '@weft/model';
import { linkName } from '@weft/network';
import { useCallback, useMemo } from 'preact/hooks';
import { Canvas } from '../../kit/canvas.tsx';
import { describeTotals } from '../../kit/describe-totals.ts';
import { formatCsv } from '../../kit/export-picture.ts';
import { useExporter } from '../../kit/use-exporter.ts';
import { useViewOption } from '../../kit/use-view-option.ts';
import { EmptyState, ViewRoot } from '../../kit/view-root.tsx';
import type { ViewProps } from '../../view.ts';
import { drawLinkTime, type JobRun, type LinkTimePicture } from './draw-link-time.ts';
import type { LinkDetailNeeds } from './link-detail-needs.ts';
import { byteMetric } from './link-detail-needs.ts';
import { LinkHead } from './link-head.tsx';
import { jobName, type LinkData, type LinkModel, linkModel, runOf } from './link-model.ts';
import { LinkRoutes } from './link-routes.tsx';
import { CandidateTable, ShareTable } from './link-tables.tsx';
import './link-detail.css';
import { type PairsBy, pairsBy } from './pair-list.tsx';

/** What stands above the table, its header and three of its rows, which a low panel shows rather than the chart. */
const TABLE = 232;
const LOW_CHART = 88;

const chartHeight = (height: number): number =>
  height > 420 ? Math.max(116, Math.round(height * 0.35)) : height > TABLE + LOW_CHART ? LOW_CHART : 0;

export function LinkDetail(props: ViewProps<LinkDetailNeeds>) {
  const { data, workspace, width, height, exporter, dataset } = props;
  const by = useViewOption<PairsBy>(props, 'by', 'pairs', pairsBy);
  const chosen = useMemo(() => computed(() => detailLinks(workspace.selection.value)), [workspace]);
  const model = useMemo(
    () => computed(() => linkModel(data, dataset, chosen.value, workspace.selection.value.time)),
    [data, dataset, workspace, chosen],
  );
  const picture = useMemo(
    () => computed(() => timePicture({ dataset, workspace, width, height }, data, model.value)),
    [data, dataset, model, width, height, workspace],
  );
  const draw = useCallback((target: RenderTarget) => drawLinkTime(target, picture.value), [picture]);
  const csv = useCallback(() => sharesCsv(data, model.peek()), [data, model]);
  useExporter(
    exporter,
    { title: 'Traffic of the links over time', width, height: picture.peek().height, draw },
    csv,
  );
  const links = chosen.value;
  if (links.length === 0) {
    return (
      <ViewRoot workspace={workspace} width={width} height={height}>
        <EmptyState title="No link chosen">
          Click a link in a view of links, or search for one, to see which jobs fill it. Ctrl-click several:
          their bytes are added up.
          <LargestLink data={data} dataset={dataset} workspace={workspace} />
        </EmptyState>
      </ViewRoot>
    );
  }
  const open = typeof props.options.open === 'number' ? props.options.open : NONE;
  const toggle = (job: number) => props.setOptions({ open: job === open ? null : job });
  const chart = model.value.series.length > 0 ? chartHeight(height) : 0;
  return (
    <ViewRoot workspace={workspace} width={width} height={height}>
      <div class="link-detail" style={{ height: `${height - chart}px` }}>
        <LinkHead
          data={data}
          links={links}
          model={model.value}
          metric={byteMetric(dataset.manifest)}
          origin={dataset.manifest.origin}
        />
        <LinkRoutes links={links} workspace={workspace} />
        {model.value.source === 'candidates' ? (
          <CandidateTable data={data} model={model.value} workspace={workspace} />
        ) : (
          <ShareTable
            data={data}
            model={model.value}
            workspace={workspace}
            open={open}
            onOpen={toggle}
            by={by}
          />
        )}
        <Notes data={data} model={model.value} />
      </div>
      {chart > 0 && (
        <Canvas
          width={width}
          height={chart}
          draw={draw}
          label={`Traffic over time of ${links.map((link) => linkName(data.network, link)).join(', ')}`}
        />
      )}
    </ViewRoot>
  );
}

/** The way to the link with the largest value shown, by one click. */
function LargestLink({
  data,
  dataset,
  workspace,
}: Pick<ViewProps<LinkDetailNeeds>, 'data' | 'dataset' | 'workspace'>) {
  const { totals, visible, unit } = workspace.linkValues;
  const link = totals.value ? largestShown(totals.value, visible.value) : NONE;
  if (!totals.value || link === NONE) return null;
  return (
    <button
      type="button"
      class="kit-button link-largest"
      onClick={() => workspace.select({ links: [link] }, 'commit')}
    >
      {`Largest ${describeTotals(dataset, workspace.selection.value)}: ${linkName(data.network, link)}, ${formatQuantity(totals.value[link], unit.value)}`}
    </button>
  );
}

function largestShown(totals: Float64Array, visible: Uint8Array | null): number {
  let link = NONE;
  for (let at = 0; at < totals.length; at++) {
    const isShown = visible === null || visible[at] === 1;
    if (isShown && totals[at] > (link === NONE ? 0 : totals[link])) link = at;
  }
  return link;
}

/** What the numbers rest on, in a sentence each. */
function Notes({ data, model }: { data: LinkData; model: LinkModel }) {
  const { shares, source, estimated } = model;
  const notes: string[] = [];
  if (source === 'loads' && estimated)
    notes.push('Traffic of jobs is known in wider bins than the time range: parts of bins count by time.');
  if (shares.explained > shares.counted && source !== 'candidates')
    notes.push(
      `Jobs account for ${formatQuantity(shares.explained - shares.counted, 'B')} more than the counter: shares are of their sum.`,
    );
  if (source === 'messages')
    notes.push('Shares follow from routing every message; times are those of sending.');
  const summary = data.pairs?.summary ?? data.candidates?.summary;
  if (summary) notes.push(`Routes: ${textAt(summary.columns.origin, 0)}.`);
  if (source === 'nothing')
    notes.push('This dataset has no jobs with their nodes: import the scheduler’s records to see who sends.');
  return notes.length > 0 ? <p class="link-notes kit-note">{notes.join(' ')}</p> : null;
}

type PictureSource = Pick<ViewProps<LinkDetailNeeds>, 'dataset' | 'workspace' | 'width' | 'height'>;

function timePicture(source: PictureSource, data: LinkData, model: LinkModel): LinkTimePicture {
  const { workspace, width, height, dataset } = source;
  const jobs =
    model.source === 'candidates'
      ? model.candidates.map(({ job }) => job)
      : model.shares.parts.map(({ job }) => job).filter((job) => job !== NONE);
  return {
    width,
    height: chartHeight(height) || 116,
    colours: themeColours(workspace.theme.value),
    times: model.times,
    series: model.series,
    unit: 'B',
    origin: dataset.manifest.origin,
    runs: jobs.map(
      (job): JobRun => ({
        job,
        name: jobName(data.jobs.columns, job),
        run: runOf(data.jobs.columns, job),
      }),
    ),
    active: workspace.selection.value.time,
  };
}

function sharesCsv(data: LinkData, { source, shares, candidates }: LinkModel): string {
  if (source === 'candidates') {
    return formatCsv(
      ['candidate', 'name', 'pairs_over_link', 'pairs', 'time_ns'],
      candidates.map(({ job, pairs, ofPairs, time }) => [
        job,
        jobName(data.jobs.columns, job),
        pairs,
        ofPairs,
        time,
      ]),
    );
  }
  return formatCsv(
    ['job', 'name', 'bytes', 'share'],
    shares.parts.map(({ job, bytes, share }) => [
      job === NONE ? null : job,
      job === NONE ? 'unexplained' : jobName(data.jobs.columns, job),
      bytes,
      share,
    ]),
  );
}

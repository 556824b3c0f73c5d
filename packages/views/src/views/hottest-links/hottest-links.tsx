import { batch, computed } from '@preact/signals';
import { jobColour } from '@weft/draw';
import { formatExact, formatQuantity, formatTimeRange, type MetricInfo, NONE, textAt } from '@weft/model';
import { linkName } from '@weft/network';
import { useCallback, useEffect, useMemo } from 'preact/hooks';
import { formatCsv } from '../../kit/export-picture.ts';
import { type SortOrder, sortRows } from '../../kit/table-rows.ts';
import { useViewOption } from '../../kit/use-view-option.ts';
import { EmptyState, ViewRoot } from '../../kit/view-root.tsx';
import { type TableColumn, VirtualTable } from '../../kit/virtual-table.tsx';
import type { ViewProps } from '../../view.ts';
import type { HottestNeeds } from './hottest-links-needs.ts';
import { listedMetric } from './listed-metric.ts';
import './hottest-links.css';

const keys = ['link', 'level', 'bytes', 'percent', 'job'] as const;
type Key = (typeof keys)[number];

export function HottestLinks(props: ViewProps<HottestNeeds>) {
  const { data, dataset, workspace, width, height, exporter } = props;
  const { rows, columns } = data.found.links;
  const listed = listedMetric(dataset.manifest)!;
  const countsBytes = listed.unit === 'B';
  const column = useViewOption<Key>(props, 'sort', countsBytes ? 'percent' : 'bytes', keys);
  const descending = useViewOption<boolean>(props, 'down', true);
  const sort: SortOrder<Key> = { column: column.value, descending: descending.value };
  const chosen = useMemo(() => computed(() => workspace.selection.value.links), [workspace]);
  const selected = new Set(
    chosen.value.map((link) => columns.link.indexOf(link)).filter((row) => row !== -1),
  );
  const order = useMemo(() => {
    const values = {
      link: columns.link,
      level: columns.class.codes,
      job: columns.job,
      bytes: columns.bytes,
      percent: columns.percent,
    };
    return sortRows(
      Int32Array.from({ length: rows }, (_, row) => row),
      values[sort.column],
      sort.descending,
    );
  }, [columns, rows, sort.column, sort.descending]);
  const table = tableColumns(data, listed, dataset.manifest.origin, width);
  const csv = useCallback(
    () => csvOf(data, countsBytes ? 'bytes' : listed.name),
    [data, countsBytes, listed],
  );
  useEffect(() => {
    exporter.csv = csv;
  }, [exporter, csv]);
  if (rows === 0) {
    return (
      <ViewRoot workspace={workspace} width={width} height={height}>
        <EmptyState title="No traffic here">
          No link of the selection carried anything in its time range.
        </EmptyState>
      </ViewRoot>
    );
  }
  return (
    <ViewRoot workspace={workspace} width={width} height={height}>
      <VirtualTable
        host={props}
        label="Hottest links"
        columns={table}
        order={order}
        sort={sort}
        onSort={(next) =>
          batch(() => {
            column.value = next.column;
            descending.value = next.descending;
          })
        }
        selected={selected}
        onSelect={(picked) =>
          workspace.select(
            { links: [...picked].map((row) => columns.link[row]).sort((a, b) => a - b) },
            'commit',
          )
        }
        onHover={(row) => {
          workspace.hovered.value = row === null ? null : { kind: 'link', id: columns.link[row] };
        }}
        width={width}
        height={height}
      />
    </ViewRoot>
  );
}

type HottestData = ViewProps<HottestNeeds>['data'];

function tableColumns(
  { found, network, jobs }: HottestData,
  { name, unit }: MetricInfo,
  origin: string | null,
  width: number,
): TableColumn<Key>[] {
  const { link, class: classes, direction, bytes, percent, start, end, job, share } = found.links.columns;
  const countsBytes = unit === 'B';
  const narrow = width < NARROW;
  const level = (row: number) => [textAt(classes, row), textAt(direction, row)].filter(Boolean).join(' ');
  const columns: TableColumn<Key>[] = [
    {
      key: 'link',
      title: 'Link',
      track: narrow ? 'minmax(96px, 1.3fr)' : 'minmax(96px, 2fr)',
      cell: (row) => <span class="hottest-link">{linkName(network, link[row])}</span>,
      hint: (row) => linkName(network, link[row]),
    },
    {
      key: 'percent',
      title: narrow ? '% full' : '% of capacity',
      track: narrow ? '62px' : '112px',
      align: 'end',
      cell: (row) => <PercentBar percent={percent[row]} />,
      hint: (row) =>
        `${formatExact(percent[row], '%')} in its busiest step, ${formatTimeRange([start[row], end[row]], origin)}`,
    },
    {
      key: 'bytes',
      title: countsBytes ? 'Bytes' : name,
      track: countsBytes ? '62px' : '108px',
      align: 'end',
      cell: (row) => formatQuantity(bytes[row], unit),
      hint: (row) => formatExact(bytes[row], unit),
    },
    { key: 'level', title: 'Level', track: 'minmax(76px, 1fr)', cell: level },
    {
      key: 'job',
      title: 'First job',
      track: 'minmax(84px, 1fr)',
      cell: (row) => (
        <JobName
          job={job[row]}
          name={jobs.rows > 0 ? textAt(jobs.columns.name, job[row]) : null}
          colour={jobs.rows > 1 ? jobColour(job[row]) : null}
        />
      ),
      hint: (row) =>
        job[row] === NONE
          ? 'not known'
          : `${textAt(jobs.columns.name, job[row]) ?? `job ${job[row]}`}: ${formatExact(share[row], '%')} of the bytes that jobs send over it`,
    },
  ];
  const known = columns.filter(({ key }) => countsBytes || key !== 'percent');
  const left = leftOut(width, countsBytes && job.some((one) => one !== NONE));
  return known.filter(({ key }) => !left.includes(key));
}

/** Narrower tables have three columns, those of middle width four. */
const NARROW = 400;
const MIDDLE = 480;

/** Who fills a link tells more than its bytes beside its share; where no job is known, the job goes first. */
function leftOut(width: number, hasJobs: boolean): readonly Key[] {
  if (width >= MIDDLE) return [];
  const order: readonly Key[] = hasJobs ? ['level', 'bytes'] : ['job', 'level'];
  return order.slice(0, width < NARROW ? 2 : 1);
}

function PercentBar({ percent }: { percent: number }) {
  if (percent < 0) return <span>–</span>;
  return (
    <span class="hottest-percent">
      <span class="hottest-bar" style={{ width: `${Math.min(100, percent)}%` }} />
      <span class="hottest-number">{formatQuantity(percent, '%')}</span>
    </span>
  );
}

interface JobNameProps {
  readonly job: number;
  readonly name: string | null;
  /** Null where there is no other job to tell it from. */
  readonly colour: string | null;
}

function JobName({ job, name, colour }: JobNameProps) {
  if (job === NONE) return <span>–</span>;
  return (
    <>
      {colour && <span class="kit-swatch" style={{ background: colour }} />}
      <span class="hottest-link">{name ?? `job ${job}`}</span>
    </>
  );
}

function csvOf({ found, network, jobs }: HottestData, amount: string): string {
  const { link, class: classes, direction, bytes, percent, start, end, job, share } = found.links.columns;
  const head = [
    'link',
    'name',
    'class',
    'direction',
    amount,
    'percent_of_capacity',
    'from_ns',
    'to_ns',
    'job',
    'share',
  ];
  const rows = Array.from({ length: found.links.rows }, (_, row) => [
    link[row],
    linkName(network, link[row]),
    textAt(classes, row) ?? '',
    textAt(direction, row) ?? '',
    bytes[row],
    percent[row] < 0 ? '' : percent[row],
    start[row],
    end[row],
    job[row] === NONE ? '' : (textAt(jobs.columns.name, job[row]) ?? String(job[row])),
    share[row],
  ]);
  return formatCsv(head, rows);
}

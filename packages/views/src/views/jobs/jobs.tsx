import { computed, type ReadonlySignal, type Signal, useSignal } from '@preact/signals';
import { formatInstant, jobColour } from '@weft/draw';
import { NONE, textAt } from '@weft/model';
import { useCallback, useEffect, useMemo } from 'preact/hooks';
import { drawOnChange } from '../../kit/draw-scheduler.ts';
import { formatCsv } from '../../kit/export-picture.ts';
import { textOrDash } from '../../kit/table-rows.ts';
import { useViewOption } from '../../kit/use-view-option.ts';
import { EmptyState, Toggle, ViewRoot } from '../../kit/view-root.tsx';
import { type TableColumn, VirtualTable } from '../../kit/virtual-table.tsx';
import type { ViewProps } from '../../view.ts';
import type { Workspace } from '../../workspace.ts';
import {
  createJobTable,
  filterJobs,
  type JobKey,
  type JobTable,
  jobKeys,
  runOfJobs,
  sortJobs,
} from './job-rows.ts';
import { formatRun, formatStart } from './job-text.ts';
import type { JobsNeeds } from './jobs-needs.ts';
import './jobs.css';

const BARS_HEIGHT = 88;

export function Jobs(props: ViewProps<JobsNeeds>) {
  const { data, dataset, workspace, width, height, exporter } = props;
  const table = useMemo(() => createJobTable(data.jobs, 'ranks' in data ? data.ranks : null), [data]);
  const options = useJobOptions(props);
  const { column, descending, follow } = options;
  const order = useJobOrder(table, options, workspace);
  const chosen = useMemo(() => computed(() => workspace.selection.value.jobs), [workspace]);
  const rowOf = useMemo(() => rowsById(table), [table]);
  const selected = useMemo(
    () => new Set(chosen.value.map((id) => rowOf.get(id)).filter((row) => row !== undefined)),
    [chosen.value, rowOf],
  );
  const csv = useCallback(() => jobsCsv(table, order.peek()), [table, order]);
  useEffect(() => {
    exporter.csv = csv;
  }, [exporter, csv]);
  const select = (rows: Set<number>): void => {
    const jobs = [...rows].map((row) => table.columns.id[row]).sort((a, b) => a - b);
    const run = follow.value ? runOfJobs(table, rows, dataset.manifest.timeRange) : null;
    workspace.select(run ? { jobs, time: run } : { jobs }, 'commit');
  };
  const showRun = (rows: Iterable<number>): void => {
    const run = runOfJobs(table, rows, dataset.manifest.timeRange);
    if (run) workspace.select({ time: run }, 'commit');
  };
  const hover = (row: number | null): void => {
    workspace.hovered.value = row === null ? null : { kind: 'job', id: table.columns.id[row] };
  };
  if (table.rows === 0) {
    return (
      <ViewRoot workspace={workspace} width={width} height={height}>
        <EmptyState title="No jobs in this dataset">
          Import the scheduler's records (sacct output or a sqlog file) together with the counters to see
          which job ran where and when.
        </EmptyState>
      </ViewRoot>
    );
  }
  return (
    <ViewRoot workspace={workspace} width={width} height={height}>
      <JobBars options={options} />
      <VirtualTable
        host={props}
        label="Jobs"
        columns={jobColumns(table, dataset.manifest.origin, width)}
        order={order.value}
        sort={{ column: column.value, descending: descending.value }}
        onSort={(sort) => {
          column.value = sort.column;
          descending.value = sort.descending;
        }}
        selected={selected}
        onSelect={select}
        onOpen={(row) => showRun([row])}
        onHover={hover}
        width={width}
        height={Math.max(height - BARS_HEIGHT, 60)}
      />
      <div class="jobs-status kit-note" role="status">
        {`${order.value.length.toLocaleString('en-US')} of ${table.rows.toLocaleString('en-US')} jobs`}
        {selected.size > 0 && `, ${selected.size.toLocaleString('en-US')} selected`}
      </div>
    </ViewRoot>
  );
}

interface JobOptions {
  readonly column: Signal<JobKey>;
  readonly descending: Signal<boolean>;
  readonly text: Signal<string>;
  /** The shortest run that is listed. */
  readonly minutes: Signal<number>;
  readonly nodes: Signal<number>;
  /** Only jobs that run in the active time range. */
  readonly running: Signal<boolean>;
  /** A selected job sets the active time range. */
  readonly follow: Signal<boolean>;
}

function useJobOptions(props: ViewProps<JobsNeeds>): JobOptions {
  return {
    column: useViewOption<JobKey>(props, 'sort', 'start', jobKeys),
    descending: useViewOption<boolean>(props, 'down', false),
    text: useViewOption<string>(props, 'text', ''),
    minutes: useViewOption<number>(props, 'minutes', 0),
    nodes: useViewOption<number>(props, 'nodes', 0),
    running: useViewOption<boolean>(props, 'running', false),
    follow: useViewOption<boolean>(props, 'follow', true),
  };
}

/** The rows that pass the filters, sorted; found anew at most once per drawing of the page. */
function useJobOrder(
  table: JobTable,
  { column, descending, text, minutes, nodes, running }: JobOptions,
  workspace: Workspace,
): ReadonlySignal<Int32Array> {
  const order = useSignal<Int32Array>(new Int32Array(0));
  const sorted = useMemo(
    () => computed(() => sortJobs(table, column.value, descending.value)),
    [table, column, descending],
  );
  const time = useMemo(
    () => computed(() => (running.value ? workspace.selection.value.time : null)),
    [workspace, running],
  );
  useEffect(
    () =>
      drawOnChange(() => {
        const filter = {
          text: text.value,
          minimumDuration: minutes.value * 60e9,
          minimumNodes: nodes.value,
          time: time.value,
        };
        const next = filterJobs(table, sorted.value, filter);
        if (!sameRows(order.peek(), next)) order.value = next;
      }),
    [table, sorted, time, text, minutes, nodes],
  );
  return order;
}

function JobBars({ options: { text, minutes, nodes, running, follow } }: { readonly options: JobOptions }) {
  return (
    <>
      <div class="kit-toolbar jobs-bar">
        <input
          class="kit-input jobs-search"
          type="search"
          placeholder="Filter jobs"
          aria-label="Filter jobs by name, user, state or id"
          value={text.value}
          onInput={(event) => {
            text.value = event.currentTarget.value;
          }}
        />
        <NumberField
          label="≥"
          unit="min"
          hint="Shortest run in minutes"
          value={minutes.value}
          onChange={(value) => {
            minutes.value = value;
          }}
        />
        <NumberField
          label="≥"
          unit="nodes"
          hint="Fewest nodes"
          value={nodes.value}
          onChange={(value) => {
            nodes.value = value;
          }}
        />
      </div>
      <div class="kit-toolbar jobs-bar">
        <Toggle
          label="in time range"
          value={running.value}
          onChange={(value) => {
            running.value = value;
          }}
        />
        <Toggle
          label="range follows jobs"
          hint="A selected job sets the active time range to its run, several to the time from the first start to the last end; deselected, they give the earlier range back. Off: the range stays; double-click or Enter sets it."
          value={follow.value}
          onChange={(value) => {
            follow.value = value;
          }}
        />
      </div>
    </>
  );
}

function NumberField({
  label,
  unit,
  hint,
  value,
  onChange,
}: {
  readonly label: string;
  readonly unit: string;
  readonly hint: string;
  readonly value: number;
  readonly onChange: (value: number) => void;
}) {
  return (
    <label class="kit-toggle" title={hint}>
      {label}
      <input
        class="kit-input jobs-number"
        type="number"
        min={0}
        aria-label={hint}
        value={value}
        onInput={(event) => onChange(Math.max(0, event.currentTarget.valueAsNumber || 0))}
      />
      {unit}
    </label>
  );
}

/** Narrow panels show start, duration, nodes and name; wider ones add user and state. */
function jobColumns(table: JobTable, origin: string | null, width: number): TableColumn<JobKey>[] {
  const { columns } = table;
  const narrow = width < 360;
  const wide: TableColumn<JobKey>[] = [
    {
      key: 'user',
      title: 'User',
      track: 'minmax(48px, 0.6fr)',
      cell: (row) => <span class="jobs-name">{textOrDash(columns.user, row)}</span>,
      hint: (row) => textOrDash(columns.user, row),
    },
    {
      key: 'state',
      title: 'State',
      track: 'minmax(82px, 0.6fr)',
      cell: (row) => <span class="jobs-name">{textOrDash(columns.state, row)}</span>,
      hint: (row) => textOrDash(columns.state, row),
    },
  ];
  return [
    {
      key: 'start',
      title: 'Start',
      track: narrow ? 'calc(7ch + 6px)' : 'calc(10ch + 6px)',
      cell: (row) => formatStart(columns.start[row], origin, narrow),
      hint: (row) =>
        columns.start[row] === NONE ? 'not started' : formatInstant(columns.start[row], origin),
    },
    {
      key: 'duration',
      title: 'Run',
      track: 'calc(7ch + 8px)',
      align: 'end',
      cell: (row) => formatRun(table.duration[row]),
      hint: (row) => (Number.isNaN(table.duration[row]) ? 'still running' : `${table.duration[row] / 1e9} s`),
    },
    {
      key: 'nodes',
      title: 'Nodes',
      track: 'calc(5ch + 14px)',
      align: 'end',
      cell: (row) => (Number.isNaN(table.nodes[row]) ? '–' : table.nodes[row].toLocaleString('en-US')),
    },
    {
      key: 'name',
      title: 'Name',
      track: 'minmax(56px, 1fr)',
      cell: (row) => (
        <>
          <span class="kit-swatch" style={{ background: jobColour(columns.id[row]) }} />
          <span class="jobs-name">{textOrDash(columns.name, row)}</span>
        </>
      ),
      hint: (row) => `job ${columns.id[row]}: ${textOrDash(columns.name, row)}`,
    },
    ...(width >= 480 ? wide : width >= 440 ? wide.slice(0, 1) : []),
  ];
}

function rowsById(table: JobTable): Map<number, number> {
  return new Map(Array.from(table.columns.id, (id, row) => [id, row]));
}

function sameRows(a: Int32Array, b: Int32Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

function jobsCsv(table: JobTable, order: Int32Array): string {
  const { columns, nodes, duration } = table;
  const known = (time: number): number | null => (time === NONE ? null : time);
  const rows = Array.from(order, (row) => [
    columns.id[row],
    textAt(columns.name, row),
    textAt(columns.user, row),
    textAt(columns.state, row),
    known(columns.start[row]),
    known(columns.end[row]),
    duration[row],
    nodes[row],
  ]);
  return formatCsv(['id', 'name', 'user', 'state', 'start_ns', 'end_ns', 'duration_ns', 'nodes'], rows);
}

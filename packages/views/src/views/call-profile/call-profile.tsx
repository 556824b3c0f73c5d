import { computed } from '@preact/signals';
import { callColours, type RenderTarget, themeColours } from '@weft/draw';
import { formatQuantity, textAt } from '@weft/model';
import { useCallback, useMemo } from 'preact/hooks';
import { useExporter } from '../../kit/use-exporter.ts';
import { useViewOption } from '../../kit/use-view-option.ts';
import { Choice, EmptyState, TOOLBAR_HEIGHT, ViewRoot } from '../../kit/view-root.tsx';
import { VirtualTable } from '../../kit/virtual-table.tsx';
import type { ViewProps } from '../../view.ts';
import { type CallProfileNeeds, followsTime, type ProfileFrames } from './call-profile-needs.ts';
import { drawProfile, pictureHeight } from './draw-profile.ts';
import { profileColumns } from './profile-columns.tsx';
import { profileCsv } from './profile-csv.ts';
import {
  isRank,
  type ProfileBy,
  type ProfileKey,
  type ProfileNumber,
  type ProfileTable,
  profileKeys,
  profileOrder,
  profileTable,
} from './profile-rows.ts';
import './call-profile.css';

/** The sums below the table take two lines in a narrow panel, three with a note. */
const ONE_LINE = 560;

function statusHeight(width: number, noted: boolean): number {
  const needed = noted ? 2 * ONE_LINE : ONE_LINE;
  return 9 + 15 * Math.min(3, Math.ceil(needed / Math.max(1, width)));
}

export function CallProfile(props: ViewProps<CallProfileNeeds>) {
  const { workspace, width, height } = props;
  const { profile, open: rows } = props.data;
  const waits = props.data.waits?.entries ?? null;
  const column = useViewOption<ProfileKey>(props, 'sort', 'time', profileKeys);
  const descending = useViewOption<boolean>(props, 'down', true);
  const open = useViewOption<string>(props, 'open', '');
  const by = useViewOption<ProfileBy>(props, 'by', 'call', ['call', 'rank']);
  const [grouping, opening, falling] = [by.value, open.value, descending.value];
  const opened = rows && opening !== '' ? rows.open : null;
  const { manifest } = props.dataset;
  const whole = wholeTime(profile, manifest.timeRange);
  const table = useMemo(
    () => profileTable(grouping, profile, opened, whole, waits),
    [profile, opened, grouping, whole, waits],
  );
  const colours = useMemo(() => callColours(callNames(profile)), [profile]);
  // A log without times has nothing to sort by its time.
  const sorted =
    column.value === 'time' && table.values.time.every((time) => time === 0) ? 'count' : column.value;
  const order = useMemo(
    () => profileOrder(table, sorted, falling, opened ? opening : null),
    [table, sorted, falling, opened, opening],
  );
  const chosen = useMemo(() => computed(() => workspace.selection.value.ranks), [workspace]);
  const selected = new Set<number>();
  for (let row = 0; row < table.rankOf.length; row++) {
    if (isRank(table, row) && chosen.value.includes(table.rankOf[row])) selected.add(row);
  }
  const toggle = (row: number): void => {
    if (row >= table.groups) return;
    open.value = open.value === table.names[row] ? '' : table.names[row];
  };
  /** Calls are opened, not selected; ranks that are not in the table stay selected. */
  const select = (rowsChosen: Set<number>): void => {
    const picked = [...rowsChosen].filter((row) => isRank(table, row)).map((row) => table.rankOf[row]);
    if (picked.length === 0 && selected.size === 0) return;
    workspace.select({ ranks: picked.sort((a, b) => a - b) }, 'commit');
  };
  useProfileExport(props, table, order, colours);

  const timed = workspace.selection.value.time !== null;
  const ignoresTime = timed && !followsTime(props.dataset);
  const below = statusHeight(width, ignoresTime);
  if (table.groups === 0 && !timed) {
    return (
      <ViewRoot workspace={workspace} width={width} height={height}>
        <EmptyState title="No calls of this job">Select another job to see where its time went.</EmptyState>
      </ViewRoot>
    );
  }
  const toolbar = (
    <Choice
      label="Rows"
      options={[
        ['call', 'By call'],
        ['rank', 'By rank'],
      ]}
      value={grouping}
      onChange={(value) => {
        open.value = '';
        by.value = value;
      }}
    />
  );
  return (
    <ViewRoot workspace={workspace} width={width} height={height} toolbar={toolbar}>
      <VirtualTable
        host={props}
        label={
          grouping === 'call'
            ? 'MPI calls; Enter opens a call to show its ranks'
            : 'Ranks; Enter opens a rank to show its calls'
        }
        columns={profileColumns(table, colours, opening, toggle, width)}
        order={order}
        sort={{ column: sorted, descending: falling }}
        onSort={(sort) => {
          const fresh = sort.column !== sorted;
          column.value = sort.column;
          descending.value = fresh ? sort.column !== 'call' : sort.descending;
        }}
        selected={selected}
        onSelect={select}
        onOpen={toggle}
        onHover={(row) => {
          workspace.hovered.value =
            row === null || !isRank(table, row) ? null : { kind: 'rank', id: table.rankOf[row] };
        }}
        width={width}
        height={Math.max(height - TOOLBAR_HEIGHT - below, 60)}
      />
      <div class="profile-status kit-note" role="status" style={{ height: `${below}px` }}>
        {describeProfile(table, whole, ignoresTime)}
      </div>
    </ViewRoot>
  );
}

/** Saves the table as a picture of bars, or as CSV. */
function useProfileExport(
  { workspace, exporter, width }: ViewProps<CallProfileNeeds>,
  table: ProfileTable,
  order: Int32Array,
  colours: ReadonlyMap<string, string>,
): void {
  const picture = useMemo(
    () => ({ table, order, callColours: colours, width: Math.max(width, 640) }),
    [table, order, colours, width],
  );
  const draw = useCallback(
    (target: RenderTarget) =>
      drawProfile(target, { ...picture, colours: themeColours(workspace.theme.peek()) }),
    [picture, workspace],
  );
  const csv = useCallback(() => profileCsv(table, order), [table, order]);
  const size = { width: picture.width, height: pictureHeight(picture) };
  useExporter(exporter, { title: 'Call profile', ...size, draw }, csv);
}

/** Nanoseconds of all ranks together in the range that was profiled, or in the run; 0 = it has no times. */
function wholeTime({ summary }: ProfileFrames, run: readonly [number, number] | null): number {
  const { from, to, ranks } = summary.columns;
  const duration = Number.isNaN(from[0]) ? (run ? run[1] - run[0] : 0) : to[0] - from[0];
  return duration * ranks[0];
}

function callNames({ calls }: ProfileFrames): string[] {
  return Array.from({ length: calls.rows }, (_, row) => textAt(calls.columns.call, row) ?? '');
}

function describeProfile(table: ProfileTable, whole: number, ignoresTime: boolean): string {
  const sum = (key: ProfileNumber): number =>
    table.values[key].subarray(0, table.groups).reduce((total, value) => total + value, 0);
  const calls = sum('count').toLocaleString('en-US');
  const inside = sum('time');
  const share = whole > 0 ? `, ${((inside / whole) * 100).toFixed(1)} % of the time of all ranks` : '';
  const note = ignoresTime ? '; profiles cover the whole run, not the time range' : '';
  return `${calls} calls of ${table.ranks} ranks, ${formatQuantity(sum('bytes'), 'B')}, ${formatQuantity(inside, 'ns')} inside MPI${share}${note}`;
}

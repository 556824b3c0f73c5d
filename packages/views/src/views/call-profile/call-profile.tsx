import { computed } from '@preact/signals';
import { formatQuantity } from '@weft/model';
import { useCallback, useMemo } from 'preact/hooks';
import { callColours, shortCall } from '../../kit/call-colours.ts';
import { formatCsv } from '../../kit/export-picture.ts';
import type { RenderTarget } from '../../kit/render-target.ts';
import { themeColours } from '../../kit/theme.ts';
import { useExporter } from '../../kit/use-exporter.ts';
import { useViewOption } from '../../kit/use-view-option.ts';
import { EmptyState, ViewRoot } from '../../kit/view-root.tsx';
import { type TableColumn, VirtualTable } from '../../kit/virtual-table.tsx';
import type { ViewProps } from '../../view.ts';
import { drawProfile, pictureHeight } from './draw-profile.ts';
import type { CallProfileNeeds } from './index.ts';
import {
  type ProfileKey,
  type ProfileNumber,
  type ProfileTable,
  profileKeys,
  profileOrder,
  profileTable,
} from './profile-rows.ts';
import { cellText, columnTitles, columnTop, exactText } from './profile-text.ts';
import './call-profile.css';

const STATUS_HEIGHT = 24;

export function CallProfile(props: ViewProps<CallProfileNeeds>) {
  const { workspace, width, height, exporter } = props;
  const { profile, open: rows } = props.data;
  const column = useViewOption<ProfileKey>(props, 'sort', 'time', profileKeys);
  const descending = useViewOption<boolean>(props, 'down', true);
  const open = useViewOption<string>(props, 'open', '');
  const opened = rows && open.value !== '' ? rows : null;
  const table = useMemo(() => profileTable(profile, opened), [profile, opened]);
  const colours = useMemo(() => callColours(table.names), [profile]);
  const order = profileOrder(table, column.value, descending.value, opened ? open.value : null);
  const chosen = useMemo(() => computed(() => workspace.selection.value.ranks), [workspace]);
  const selected = new Set<number>();
  for (let row = table.calls; row < table.rankOf.length; row++) {
    if (chosen.value.includes(table.rankOf[row])) selected.add(row);
  }
  const toggle = (row: number): void => {
    if (row >= table.calls) return;
    open.value = open.value === table.names[row] ? '' : table.names[row];
  };
  /** Calls are opened, not selected; ranks that are not in the table stay selected. */
  const select = (rowsChosen: Set<number>): void => {
    const picked = [...rowsChosen].filter((row) => row >= table.calls).map((row) => table.rankOf[row]);
    if (picked.length === 0 && selected.size === 0) return;
    workspace.select({ ranks: picked.sort((a, b) => a - b) }, 'commit');
  };
  const picture = { table, order, callColours: colours, width: Math.max(width, 640) };
  const draw = useCallback(
    (target: RenderTarget) =>
      drawProfile(target, { ...picture, colours: themeColours(workspace.theme.peek()) }),
    [table, column.value, descending.value, width],
  );
  const csv = useCallback(() => profileCsv(table, order), [table, column.value, descending.value]);
  const size = { width: picture.width, height: pictureHeight(picture) };
  useExporter(exporter, { title: 'Call profile', ...size, draw }, csv);

  if (table.calls === 0) {
    return (
      <ViewRoot workspace={workspace} width={width} height={height}>
        <EmptyState title="No calls of this job">Select another job to see where its time went.</EmptyState>
      </ViewRoot>
    );
  }
  return (
    <ViewRoot workspace={workspace} width={width} height={height}>
      <VirtualTable
        label="MPI calls; Enter opens a call to show its ranks"
        columns={profileColumns(table, colours, open.value, toggle, width)}
        order={order}
        sort={{ column: column.value, descending: descending.value }}
        onSort={(sort) => {
          const fresh = sort.column !== column.value;
          column.value = sort.column as ProfileKey;
          descending.value = fresh ? sort.column !== 'call' : sort.descending;
        }}
        selected={selected}
        onSelect={select}
        onOpen={toggle}
        onHover={(row) => {
          workspace.hovered.value =
            row === null || row < table.calls ? null : { kind: 'rank', id: table.rankOf[row] };
        }}
        width={width}
        height={Math.max(height - STATUS_HEIGHT, 60)}
      />
      <div class="profile-status kit-note" role="status">
        {describeProfile(table, workspace.selection.value.time !== null)}
      </div>
    </ViewRoot>
  );
}

function describeProfile(table: ProfileTable, timed: boolean): string {
  const sum = (key: ProfileNumber): number =>
    table.values[key].subarray(0, table.calls).reduce((total, value) => total + value, 0);
  const calls = sum('count').toLocaleString('en-US');
  const whole = timed ? '; profiles cover the whole run, not the time range' : '';
  return `${calls} calls of ${table.ranks} ranks, ${formatQuantity(sum('bytes'), 'B')}, ${formatQuantity(sum('time'), 'ns')} inside MPI${whole}`;
}

/** Narrow panels leave out what can be computed from the rest. */
function profileColumns(
  table: ProfileTable,
  colours: ReadonlyMap<string, string>,
  open: string,
  toggle: (row: number) => void,
  width: number,
): TableColumn[] {
  const keys: ProfileNumber[] =
    width >= 640
      ? ['count', 'bytes', 'time', 'mean', 'most', 'imbalance']
      : width >= 440
        ? ['count', 'bytes', 'time', 'imbalance']
        : ['count', 'time', 'imbalance'];
  const numbers = keys.map((key): TableColumn => {
    const tops = [columnTop(table, key, 0), columnTop(table, key, table.calls)];
    return {
      key,
      title: columnTitles[key],
      track: 'minmax(64px, 1fr)',
      align: 'end',
      cell: (row) => {
        const share = table.values[key][row] / tops[row < table.calls ? 0 : 1];
        return (
          <span class="profile-cell">
            <span class="profile-bar" style={{ width: `${Math.max(0, share || 0) * 100}%` }} />
            <span class="profile-value">{cellText(table, key, row)}</span>
          </span>
        );
      },
      hint: (row) => exactText(table, key, row),
    };
  });
  const name: TableColumn = {
    key: 'call',
    title: 'Call',
    track: 'minmax(140px, 1.4fr)',
    cell: (row) =>
      row >= table.calls ? (
        <span class="profile-rank">{`rank ${table.rankOf[row]}`}</span>
      ) : (
        <>
          <button
            type="button"
            class="profile-open"
            tabIndex={-1}
            aria-expanded={open === table.names[row]}
            aria-label={`Ranks of ${table.names[row]}`}
            onClick={(event) => {
              event.stopPropagation();
              toggle(row);
            }}
            onDblClick={(event) => event.stopPropagation()}
          >
            {open === table.names[row] ? '▾' : '▸'}
          </button>
          <span class="kit-swatch" style={{ background: colours.get(table.names[row]) }} />
          {shortCall(table.names[row])}
        </>
      ),
    hint: (row) => (row < table.calls ? table.names[row] : `rank ${table.rankOf[row]}`),
  };
  return [name, ...numbers];
}

function profileCsv(table: ProfileTable, order: Int32Array): string {
  let call = '';
  const rows = Array.from(order, (row) => {
    const isCall = row < table.calls;
    if (isCall) call = table.names[row];
    const value = (key: ProfileNumber): number => table.values[key][row];
    const rank = isCall ? null : table.rankOf[row];
    const most = isCall ? table.rankOf[row] : null;
    return [
      call,
      rank,
      value('count'),
      value('bytes'),
      value('time'),
      value('most'),
      most,
      value('imbalance'),
    ];
  });
  const header = ['call', 'rank', 'count', 'bytes', 'time_ns', 'max_time_ns', 'max_rank', 'imbalance'];
  return formatCsv(header, rows);
}

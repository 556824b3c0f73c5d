import { computed } from '@preact/signals';
import { differenceUnit, formatExact, formatQuantity } from '@weft/model';
import { useEffect, useMemo } from 'preact/hooks';
import { formatCsv } from '../../kit/export-picture.ts';
import { linkGroups } from '../../kit/link-groups.ts';
import { useViewOption } from '../../kit/use-view-option.ts';
import { Choice, EmptyState, TOOLBAR_HEIGHT, ViewRoot } from '../../kit/view-root.tsx';
import { type TableColumn, VirtualTable } from '../../kit/virtual-table.tsx';
import type { ViewProps } from '../../view.ts';
import {
  type ChangeKey,
  type Changes,
  changeKeys,
  linkChanges,
  sortChanges,
  statisticChanges,
} from './changes.ts';
import type { CompareNeeds } from './compare-needs.ts';

const lists = ['links', 'statistics'] as const;
type List = (typeof lists)[number];

/** The list of what differs most between the two sides. */
export function Compare(props: ViewProps<CompareNeeds>) {
  const { data, workspace, width, height, exporter } = props;
  const list = useViewOption<List>(props, 'list', 'links', lists);
  const column = useViewOption<ChangeKey>(props, 'sort', 'difference', changeKeys);
  const descending = useViewOption<boolean>(props, 'down', true);
  const changes = useMemo(
    () =>
      computed((): Changes | null => {
        const compared = workspace.comparison?.value;
        const a = compared?.a.totals.value;
        const b = compared?.b.totals.value;
        if (!a || !b) return null;
        const groups = linkGroups(data.network);
        return list.value === 'links'
          ? linkChanges(data.network, groups, a, b, workspace.linkValues.visible.value)
          : statisticChanges(groups, a, b, workspace.linkValues.metric.value?.kind);
      }),
    [data, workspace],
  );
  const order = useMemo(
    () =>
      computed(() =>
        changes.value ? sortChanges(changes.value, column.value, descending.value) : new Int32Array(0),
      ),
    [changes],
  );
  const unit = workspace.comparison?.value?.unit.value ?? '';
  useEffect(() => {
    exporter.csv = () => changesCsv(changes.peek(), order.peek(), unit);
  }, [exporter, changes, order, unit]);
  const compared = workspace.comparison?.value;
  if (!compared) {
    return (
      <ViewRoot workspace={workspace} width={width} height={height}>
        <EmptyState title="Nothing to compare yet">
          Choose another dataset, time range or job under “Compare” in the top bar.
        </EmptyState>
      </ViewRoot>
    );
  }
  const shown = changes.value;
  const rowOf = new Map(shown ? Array.from(shown.link, (link, row) => [link, row]) : []);
  const selected = new Set(
    workspace.selection.value.links.map((link) => rowOf.get(link)).filter((row) => row !== undefined),
  );
  const toolbar = (
    <>
      <Choice
        label="List"
        options={[
          ['links', 'Links'],
          ['statistics', 'Statistics'],
        ]}
        value={list.value}
        onChange={(value) => {
          list.value = value;
        }}
      />
      <span class="kit-note">{`${formatExact(order.value.length, '')} rows; A: ${compared.a.label.value}; B: ${compared.b.label.value}`}</span>
    </>
  );
  return (
    <ViewRoot workspace={workspace} width={width} height={height} toolbar={toolbar}>
      {shown && (
        <VirtualTable
          host={props}
          label={list.value === 'links' ? 'Links that changed' : 'Statistics that changed'}
          columns={changeColumns(shown, unit, width, list.value)}
          order={order.value}
          sort={{ column: column.value, descending: descending.value }}
          onSort={(sort) => {
            const same = sort.column === column.value;
            column.value = sort.column;
            descending.value = same ? sort.descending : !['name', 'group'].includes(sort.column);
          }}
          selected={selected}
          onSelect={(rows) => {
            const links = [...rows].map((row) => shown.link[row]).filter((link) => link >= 0);
            if (list.value === 'links') workspace.select({ links }, 'commit');
          }}
          onHover={(row) => {
            const link = row === null ? -1 : shown.link[row];
            workspace.hovered.value = link < 0 ? null : { kind: 'link', id: link };
          }}
          width={width}
          height={Math.max(height - TOOLBAR_HEIGHT, 60)}
        />
      )}
    </ViewRoot>
  );
}

/** Narrower tables have narrower numbers. */
const ROOMY = 520;
/** Still narrower ones of links leave their class out, those of statistics the relative change. */
const WITH_GROUP = 440;

export function changeColumns(
  changes: Changes,
  unit: string,
  width: number,
  list: List,
): TableColumn<ChangeKey>[] {
  const narrow = width < ROOMY;
  const whole = width >= WITH_GROUP;
  const grouped = whole || list === 'statistics';
  const number = (key: 'a' | 'b' | 'difference', title: string): TableColumn<ChangeKey> => {
    const ownUnit = key === 'difference' ? differenceUnit(unit) : unit;
    const unitAt = (row: number): string => (changes.counts[row] === 1 ? '' : ownUnit);
    return {
      key,
      title,
      track: narrow ? '60px' : '80px',
      align: 'end',
      cell: (row) => {
        const value = changes[key][row];
        const text = formatQuantity(value, unitAt(row) || 'count');
        return key === 'difference' && value > 0 ? `+${text}` : text;
      },
      hint: (row) => formatExact(changes[key][row], unitAt(row)),
    };
  };
  const group: TableColumn<ChangeKey> = {
    key: 'group',
    title: list === 'links' ? 'Class' : 'Links',
    track: 'minmax(64px, 0.6fr)',
    cell: (row) => changes.group[row],
  };
  return [
    {
      key: 'name',
      title: list === 'links' ? 'Link' : 'Statistic',
      track: 'minmax(88px, 1fr)',
      cell: (row) => changes.name[row],
      hint: (row) => changes.name[row],
    },
    ...(grouped ? [group] : []),
    number('a', 'A'),
    number('b', 'B'),
    number('difference', 'B − A'),
    ...(!whole && grouped ? [] : [relativeColumn(changes, narrow)]),
  ];
}

function relativeColumn({ relative }: Changes, narrow: boolean): TableColumn<ChangeKey> {
  return {
    key: 'relative',
    title: 'relative',
    track: narrow ? '60px' : '72px',
    align: 'end',
    cell: (row) => formatRelative(relative[row]),
    hint: (row) => (Number.isNaN(relative[row]) ? 'nothing on side A' : '(B − A) / A'),
  };
}

/** `+12.5 %`, `−100 %`; `new` where A has nothing. */
export function formatRelative(relative: number): string {
  if (Number.isNaN(relative)) return 'new';
  const percent = 100 * relative;
  const size = Math.abs(percent);
  const digits = size >= 99.95 ? 0 : size >= 9.995 ? 1 : 2;
  return `${percent > 0 ? '+' : percent < 0 ? '−' : ''}${size.toFixed(digits)} %`;
}

function changesCsv(changes: Changes | null, order: Int32Array, unit: string): string {
  const within = (name: string, unit: string) => (unit ? `${name} (${unit})` : name);
  const header = [
    'name',
    'group',
    within('a', unit),
    within('b', unit),
    within('difference', differenceUnit(unit)),
    'relative',
  ];
  if (!changes) return formatCsv(header, []);
  return formatCsv(
    header,
    Array.from(order, (row) => [
      changes.name[row],
      changes.group[row],
      changes.a[row],
      changes.b[row],
      changes.difference[row],
      changes.relative[row],
    ]),
  );
}

import type { ComponentChildren } from 'preact';
import { useCallback, useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { SortOrder } from './table-rows.ts';
import { useLatest } from './use-latest.ts';
import { useRowPicking } from './use-row-picking.ts';
import { useSettledOption } from './use-settled-option.ts';
import type { OptionHost } from './use-view-option.ts';
import './kit.css';
import './virtual-table.css';

export interface TableColumn<Key extends string = string> {
  readonly key: Key;
  readonly title: string;
  /** CSS grid track, e.g. `72px` or `minmax(80px, 1fr)`. */
  readonly track: string;
  readonly align?: 'start' | 'end';
  readonly cell: (row: number) => ComponentChildren;
  /** Shown on hover: the exact value. */
  readonly hint?: (row: number) => string;
}

interface VirtualTableProps<Key extends string> {
  readonly label: string;
  /** The panel remembers how far the table is scrolled. */
  readonly host: OptionHost;
  readonly columns: readonly TableColumn<Key>[];
  /** Row ids in the order shown: already filtered and sorted. */
  readonly order: Int32Array;
  readonly sort: SortOrder<Key>;
  readonly onSort: (sort: SortOrder<Key>) => void;
  readonly selected: ReadonlySet<number>;
  readonly onSelect: (rows: Set<number>) => void;
  /** Double-click or Enter. */
  readonly onOpen?: (row: number) => void;
  readonly onHover?: (row: number | null) => void;
  readonly width: number;
  readonly height: number;
}

const ROW_HEIGHT = 24;
const HEADER_HEIGHT = 26;
const SPARE_ROWS = 6;

/** In whole pixels. */
const scrollText = {
  print: (top: number): string => (top > 0 ? String(Math.round(top)) : ''),
  parse: (text: string): number => Math.max(0, Number(text) || 0),
};

/** A table that renders only the rows on screen. Click, ctrl, shift, arrows, space, Enter, ctrl+A. */
export function VirtualTable<Key extends string>(props: VirtualTableProps<Key>) {
  const { columns, order, height, width } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const top = useSettledOption(props.host, 'scroll', scrollText, 'amend');
  const scrollTop = top.value;
  // Rows may come later, or be fewer for a while: the table goes as far as it can to where it was.
  const count = order.length;
  useLayoutEffect(() => {
    const element = scroller.current;
    if (count > 0 && element && element.scrollTop !== scrollTop) element.scrollTop = scrollTop;
  }, [scrollTop, count]);
  const visibleHeight = Math.max(height - HEADER_HEIGHT, ROW_HEIGHT);
  const reached = Math.min(scrollTop, Math.max(0, count * ROW_HEIGHT - visibleHeight));
  const first = Math.max(0, Math.floor(reached / ROW_HEIGHT) - SPARE_ROWS);
  const last = Math.min(count, Math.ceil((reached + visibleHeight) / ROW_HEIGHT) + SPARE_ROWS);
  const tracks = { gridTemplateColumns: columns.map((column) => column.track).join(' ') };
  const { active, pick, onKeyDown } = useRowPicking(props, Math.floor(visibleHeight / ROW_HEIGHT), (place) =>
    scrollToRow(scroller.current, place, visibleHeight),
  );

  const hover = useHover(props.onHover);
  const rows = [];
  for (let place = first; place < last; place++) {
    const row = order[place];
    rows.push(
      <TableRow
        key={row}
        row={row}
        place={place}
        columns={columns}
        tracks={tracks}
        active={place === active}
        selected={props.selected.has(row)}
        pick={pick}
        onOpen={props.onOpen}
        onHover={hover}
      />,
    );
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table element cannot hold rows out of flow
    <div
      class="kit-table"
      role="grid"
      aria-label={props.label}
      aria-rowcount={order.length + 1}
      aria-colcount={columns.length}
      aria-multiselectable="true"
      aria-activedescendant={order.length > 0 ? `kit-row-${order[active]}` : undefined}
      tabIndex={0}
      ref={scroller}
      onKeyDown={onKeyDown}
      onPointerLeave={() => hover(null)}
      onScroll={(event) => {
        const { scrollTop: now, scrollHeight, clientHeight } = event.currentTarget;
        const hasNoMore = now >= scrollHeight - clientHeight - 1;
        if (!hasNoMore || now > top.peek()) top.value = now;
      }}
      style={{ width: `${width}px`, height: `${height}px` }}
    >
      <TableHeader columns={columns} tracks={tracks} sort={props.sort} onSort={props.onSort} />
      <div class="kit-table-space" style={{ height: `${order.length * ROW_HEIGHT}px` }}>
        {rows}
      </div>
    </div>
  );
}

function TableHeader<Key extends string>({
  columns,
  tracks,
  sort,
  onSort,
}: Pick<VirtualTableProps<Key>, 'columns' | 'sort' | 'onSort'> & {
  readonly tracks: Record<string, string>;
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: see VirtualTable
    // biome-ignore lint/a11y/useFocusableInteractive: focus stays on the grid
    <div class="kit-table-header" role="row" style={tracks}>
      {columns.map(({ key, title, align }) => {
        const sorted = sort.column === key;
        const order = sort.descending ? 'descending' : 'ascending';
        return (
          // biome-ignore lint/a11y/useSemanticElements: see VirtualTable
          // biome-ignore lint/a11y/useFocusableInteractive: the button inside takes the focus
          <div
            key={key}
            role="columnheader"
            aria-sort={sorted ? order : 'none'}
            class={`kit-cell kit-${align ?? 'start'}`}
          >
            <button
              type="button"
              onClick={() => onSort({ column: key, descending: sorted ? !sort.descending : false })}
            >
              {title}
              <span class="kit-sort" aria-hidden="true">
                {sorted ? (sort.descending ? '▾' : '▴') : ''}
              </span>
            </button>
          </div>
        );
      })}
    </div>
  );
}

interface RowProps {
  readonly row: number;
  readonly place: number;
  readonly columns: readonly TableColumn[];
  readonly tracks: Record<string, string>;
  readonly active: boolean;
  readonly selected: boolean;
  readonly pick: (place: number, how: { toggle: boolean; extend: boolean }) => void;
  readonly onOpen?: (row: number) => void;
  readonly onHover?: (row: number | null) => void;
}

function TableRow({ row, place, columns, tracks, active, selected, pick, onOpen, onHover }: RowProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: see VirtualTable
    // biome-ignore lint/a11y/useFocusableInteractive: aria-activedescendant of the grid
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid handles keys
    <div
      id={`kit-row-${row}`}
      class={`kit-table-row${selected ? ' kit-selected' : ''}${active ? ' kit-active' : ''}`}
      role="row"
      aria-rowindex={place + 2}
      aria-selected={selected}
      style={{ ...tracks, top: `${place * ROW_HEIGHT}px` }}
      onClick={(event) => {
        // The second click of a double-click must not undo the first.
        if (event.detail < 2) pick(place, { toggle: event.ctrlKey || event.metaKey, extend: event.shiftKey });
      }}
      onDblClick={() => onOpen?.(row)}
      onPointerEnter={() => onHover?.(row)}
      onPointerLeave={() => onHover?.(null)}
    >
      {columns.map(({ key, align, cell, hint }) => (
        // biome-ignore lint/a11y/useSemanticElements: see VirtualTable
        // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus
        <div key={key} role="gridcell" class={`kit-cell kit-${align ?? 'start'}`} title={hint?.(row)}>
          {cell(row)}
        </div>
      ))}
    </div>
  );
}

/** A row that goes while the pointer is on it does not see the pointer leave, nor do those of a table that goes. */
function useHover(onHover: VirtualTableProps<string>['onHover']): (row: number | null) => void {
  const latest = useLatest(onHover);
  const hovered = useRef(false);
  const hover = useCallback(
    (row: number | null) => {
      if (row !== null || hovered.current) latest.current?.(row);
      hovered.current = row !== null;
    },
    [latest],
  );
  useEffect(() => () => hover(null), [hover]);
  return hover;
}

function scrollToRow(scroller: HTMLDivElement | null, place: number, visibleHeight: number): void {
  if (!scroller) return;
  const top = place * ROW_HEIGHT;
  if (top < scroller.scrollTop) scroller.scrollTop = top;
  else if (top + ROW_HEIGHT > scroller.scrollTop + visibleHeight) {
    scroller.scrollTop = top + ROW_HEIGHT - visibleHeight;
  }
}

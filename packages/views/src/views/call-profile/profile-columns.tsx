import { shortCall } from '@weft/draw';
import type { TableColumn } from '../../kit/virtual-table.tsx';
import {
  isRank,
  type ProfileBy,
  type ProfileKey,
  type ProfileNumber,
  type ProfileTable,
  profileNumbers,
} from './profile-rows.ts';
import { cellText, columnTitles, columnTop, exactText } from './profile-text.ts';

/** What fits the width, the most telling first, of what is known of any row. */
function shownKeys(table: ProfileTable, width: number): ProfileNumber[] {
  return fittingKeys(table.by, width).filter(
    (key) => table.groups === 0 || !table.values[key].every(Number.isNaN),
  );
}

function fittingKeys(by: ProfileBy, width: number): ProfileNumber[] {
  const uneven = by === 'rank' ? 'overMean' : 'imbalance';
  if (width < 500) return ['time', 'share', uneven];
  if (width < 600) return ['count', 'time', 'waiting', 'share', uneven];
  if (width < 900) return ['count', 'bytes', 'time', 'waiting', 'share', 'imbalance', 'overMean'];
  return [...profileNumbers];
}

export function profileColumns(
  table: ProfileTable,
  colours: ReadonlyMap<string, string>,
  open: string,
  toggle: (row: number) => void,
  width: number,
): TableColumn<ProfileKey>[] {
  const keys = shownKeys(table, width);
  const numbers = keys.map((key): TableColumn<ProfileKey> => {
    const tops = [columnTop(table, key, 0), columnTop(table, key, table.groups)];
    return {
      key,
      title: columnTitles[key],
      track: key === 'imbalance' || key === 'overMean' ? 'minmax(80px, 1fr)' : 'minmax(66px, 1fr)',
      align: 'end',
      cell: (row) => {
        const share = table.values[key][row] / tops[row < table.groups ? 0 : 1];
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
  const name: TableColumn<ProfileKey> = {
    key: 'call',
    title: table.by === 'call' ? 'Call' : 'Rank',
    track: 'minmax(116px, 1.4fr)',
    cell: (row) => (
      <NameCell
        table={table}
        row={row}
        colour={colours.get(table.names[row])}
        open={open === table.names[row]}
        toggle={toggle}
      />
    ),
    hint: (row) => table.names[row],
  };
  return [name, ...numbers];
}

interface NameCellProps {
  readonly table: ProfileTable;
  readonly row: number;
  readonly colour: string | undefined;
  readonly open: boolean;
  readonly toggle: (row: number) => void;
}

/** The name of a call or a rank; that of a group with a button which opens it. */
function NameCell({ table, row, colour, open, toggle }: NameCellProps) {
  return (
    <>
      {row < table.groups ? (
        <button
          type="button"
          class="profile-open"
          tabIndex={-1}
          aria-expanded={open}
          aria-label={`${table.by === 'call' ? 'Ranks' : 'Calls'} of ${table.names[row]}`}
          onClick={(event) => {
            event.stopPropagation();
            toggle(row);
          }}
          onDblClick={(event) => event.stopPropagation()}
        >
          {open ? '▾' : '▸'}
        </button>
      ) : (
        <span class="profile-member" />
      )}
      {isRank(table, row) ? (
        <span class={row < table.groups ? undefined : 'profile-rank'}>{table.names[row]}</span>
      ) : (
        <>
          <span class="kit-swatch" style={{ background: colour }} />
          <span class="profile-name">{shortCall(table.names[row])}</span>
        </>
      )}
    </>
  );
}

import { computed, type ReadonlySignal, type Signal, useSignal } from '@preact/signals';
import type { MeasureName } from '@weft/analysis';
import { type ThemeColours, themeColours } from '@weft/draw';
import { useMemo, useRef } from 'preact/hooks';
import { clickRanks } from '../../kit/click-selection.ts';
import type { TooltipContent } from '../../kit/tooltip.tsx';
import { useSame } from '../../kit/use-same.ts';
import type { ViewOptions, ViewProps } from '../../view.ts';
import type { Workspace } from '../../workspace.ts';
import { chosenRanks } from './chosen-ranks.ts';
import { type HiveColumn, hiveColumns, ranksWithin } from './hive-columns.ts';
import { orderByDistance, type PairGaps, pairGaps } from './hive-findings.ts';
import { type HiveRow, hiveRow } from './hive-model.ts';
import type { HiveNeeds } from './hive-needs.ts';
import { type HivePainter, hivePainter } from './hive-painter.ts';
import {
  type HiveBrush,
  type HiveSettings,
  printBrush,
  printCuts,
  printOrder,
  readSettings,
} from './hive-settings.ts';

/** What all parts of the view draw from. */
export interface HiveScene {
  readonly settings: HiveSettings;
  /** In the order shown; the run of the open dataset is among them. */
  readonly columns: readonly HiveColumn[];
  readonly open: string;
  readonly rows: readonly HiveRow[];
  /** The large plot. */
  readonly current: HiveColumn;
  readonly row: HiveRow;
  readonly pairs: readonly PairGaps[];
  readonly painter: HivePainter;
  readonly colours: ThemeColours;
  /** 1 at selected ranks of each run, by its id; runs without any are left out. */
  readonly chosen: ReadonlySignal<ReadonlyMap<string, Uint8Array>>;
  readonly tooltip: Signal<TooltipContent | null>;
  readonly actions: HiveActions;
}

interface HiveActions {
  change(options: ViewOptions): void;
  show(run: string, measure: MeasureName): void;
  /** Selects the ranks with these values in every run; null = none. */
  brush(brush: HiveBrush | null, how: 'live' | 'commit'): void;
  pick(column: HiveColumn, ranks: readonly number[], add: boolean): void;
  hover(column: HiveColumn | null, rank: number | null): void;
}

export function useHiveScene(props: ViewProps<HiveNeeds>): HiveScene {
  const { data, dataset, options, workspace } = props;
  const settings = useMemo(() => readSettings(options, dataset.id), [options, dataset.id]);
  const ids = useSame([dataset.id, ...settings.runs], [dataset.id, ...settings.runs]);
  const states = useSame(data.runs, data.runs);
  const columns = useMemo(() => hiveColumns(ids, states), [ids, states]);
  const shown = useSame(settings.measures, settings.measures);
  const pairs = useMemo(() => pairGaps(columns, shown), [columns, shown]);
  const order = printOrder(settings.order);
  const ordered = useMemo(() => orderColumns(columns, pairs, order), [columns, pairs, order]);
  const rowOf = useHiveRows(columns, settings);
  const theme = workspace.theme.value;
  const map = workspace.colourMap.value;
  const painter = useMemo(
    () => hivePainter(columns, settings.colour, map, theme),
    [columns, settings.colour, map, theme],
  );
  const live = useSignal<HiveBrush | null>(null);
  const brush = useSame(settings.brush, [printBrush(settings.brush)]);
  const chosen = useMemo(
    () => computed(() => chosenRanks(columns, workspace.selection.value.ranks, live.value ?? brush)),
    [columns, workspace, brush],
  );
  const tooltip = useSignal<TooltipContent | null>(null);
  const remember = useRef(props.setOptions);
  remember.current = props.setOptions;
  const actions = useMemo(
    () => hiveActions(workspace, columns[0], live, (change) => remember.current(change)),
    [workspace, columns],
  );
  const rows = useMemo(() => shown.map(rowOf), [shown, rowOf]);
  return {
    settings,
    columns: ordered,
    open: dataset.id,
    rows,
    current: columns.find(({ id }) => id === settings.run) ?? columns[0],
    row: rowOf(settings.measure),
    pairs,
    painter,
    colours: themeColours(theme),
    chosen,
    tooltip,
    actions,
  };
}

function orderColumns(
  columns: readonly HiveColumn[],
  pairs: readonly PairGaps[],
  order: string,
): readonly HiveColumn[] {
  if (order === 'chosen') return columns;
  if (order === 'name') return [...columns].sort((a, b) => (a.name < b.name ? -1 : 1));
  return orderByDistance(columns, pairs, order.replace(/^near /, ''));
}

/** Rows by measure, kept for as long as runs and rules stay the same. */
function useHiveRows(columns: readonly HiveColumn[], settings: HiveSettings): (name: MeasureName) => HiveRow {
  const { mode, scale, lengths, cuts, cutAt, axisBy } = settings;
  const rules = useSame(settings, [mode, scale, lengths, cuts, printCuts(cutAt), axisBy]);
  return useMemo(() => {
    const rows = new Map<MeasureName, HiveRow>();
    return (name) => {
      const row = rows.get(name) ?? hiveRow(columns, rules, name);
      rows.set(name, row);
      return row;
    };
  }, [columns, rules]);
}

function hiveActions(
  workspace: Workspace,
  open: HiveColumn,
  live: Signal<HiveBrush | null>,
  setOptions: (change: ViewOptions) => void,
): HiveActions {
  return {
    change: setOptions,
    show: (run, measure) => setOptions({ run, measure }),
    brush(brush, how) {
      live.value = how === 'live' ? brush : null;
      const values = brush && open.run ? open.run.values[brush.measure] : null;
      const ranks = brush && values ? ranksWithin(values, brush.from, brush.to) : [];
      workspace.select({ ranks }, how);
      if (how === 'commit') setOptions({ brush: printBrush(brush) });
    },
    pick(column, ranks, add) {
      if (column.id !== open.id) return;
      workspace.select({ ranks: clickRanks(workspace.selection.peek().ranks, ranks, add) }, 'commit');
    },
    hover(column, rank) {
      workspace.hovered.value = column?.id === open.id && rank !== null ? { kind: 'rank', id: rank } : null;
    },
  };
}

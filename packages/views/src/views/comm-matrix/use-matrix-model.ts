import { computed, type ReadonlySignal, type Signal } from '@preact/signals';
import { type RankOrder, rankOrders } from '@weft/analysis';
import { colourMap, linearScale, logScale, themeColours } from '@weft/draw';
import { useMemo, useRef } from 'preact/hooks';
import { parseRange, printRange, type Range } from '../../kit/brush-range.ts';
import { useSettledOption } from '../../kit/use-settled-option.ts';
import { useSettledOptions } from '../../kit/use-settled-options.ts';
import { useViewOption } from '../../kit/use-view-option.ts';
import type { ViewProps } from '../../view.ts';
import type { CommMatrixNeeds } from './comm-matrix-needs.ts';
import type { MatrixModel } from './matrix-geometry.ts';
import {
  finestPart,
  logExtent,
  type MatrixData,
  type MatrixMeasure,
  matrixData,
  pairsOf,
  type RankPair,
} from './matrix-model.ts';
import { type MatrixWindow, matrixOfOptions, optionsOfMatrix } from './matrix-window.ts';
import { matrixWords } from './matrix-words.ts';

type MatrixProps = ViewProps<CommMatrixNeeds>;

interface MatrixChoices {
  readonly measure: Signal<MatrixMeasure>;
  readonly scale: Signal<'log' | 'linear'>;
  readonly order: Signal<RankOrder>;
  /** Values that colours are stretched over; null = all. */
  readonly range: Signal<Range | null>;
}

export interface MatrixZoom {
  readonly value: Signal<MatrixWindow>;
  change(window: MatrixWindow): void;
  back(): void;
}

export function useMatrixData({ data }: MatrixProps): MatrixData {
  return useMemo(() => matrixData(data.overview, data.detail), [data]);
}

/** The largest pairs: the last list stays until the next is there. */
export function useLargestPairs({ data }: MatrixProps): readonly RankPair[] {
  const latest = useRef<readonly RankPair[]>([]);
  if (data.top) latest.current = pairsOf(data.top.top);
  return latest.current;
}

const rangeText = { print: printRange, parse: parseRange };

export function useMatrixChoices(props: MatrixProps): MatrixChoices {
  return {
    measure: useViewOption<MatrixMeasure>(props, 'measure', 'bytes', ['bytes', 'messages', 'waiting']),
    scale: useViewOption<'log' | 'linear'>(props, 'scale', 'log', ['log', 'linear']),
    order: useViewOption<RankOrder>(props, 'order', 'rank', rankOrders),
    range: useSettledOption<Range | null>(props, 'range', rangeText),
  };
}

export function useMatrixZoom(props: MatrixProps, { ranks }: MatrixData): MatrixZoom {
  return useSettledOptions(
    props,
    (options) => matrixOfOptions(options, ranks),
    (value) => optionsOfMatrix(value, ranks),
  );
}

/** Everything the picture is drawn from. */
export function useMatrixModel(
  { workspace, width }: MatrixProps,
  height: number,
  data: MatrixData,
  { measure, scale, order, range }: MatrixChoices,
  zoom: MatrixZoom,
): ReadonlySignal<MatrixModel> {
  return useMemo(
    () =>
      computed(() => {
        const shown = shownMeasure(measure.value, data);
        const domain = range.value ?? logExtent(finestPart(data)[matrixWords[shown].column]);
        return {
          width,
          height,
          colours: themeColours(workspace.theme.value),
          data,
          window: zoom.value.value,
          measure: shown,
          order: order.value,
          map: colourMap(workspace.colourMap.value, workspace.theme.value),
          scale: scale.value === 'log' ? logScale(domain) : linearScale([range.value?.[0] ?? 0, domain[1]]),
          selected: new Set(workspace.selection.value.ranks),
        };
      }),
    [data, workspace, width, height, measure, scale, order, range, zoom],
  );
}

/** Until the data of another measure are there, those of the last are shown for what they are. */
function shownMeasure(wanted: MatrixMeasure, { waiting }: MatrixData): MatrixMeasure {
  if (waiting) return 'waiting';
  return wanted === 'waiting' ? 'bytes' : wanted;
}

import { textColumn } from '@weft/model';
import type { Tiles } from './sum-tiles.ts';

export function callsFrame(names: readonly string[], { time, count }: Pick<Tiles, 'time' | 'count'>) {
  return { rows: names.length, columns: { call: textColumn(names), time, count } };
}

export function summaryFrame(ranks: number, [start, end]: readonly [number, number]) {
  return {
    rows: 1,
    columns: { ranks: Int32Array.of(ranks), start: Float64Array.of(start), end: Float64Array.of(end) },
  };
}

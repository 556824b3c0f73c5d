import {
  bytesLooks,
  bytesPaint,
  callColours,
  callsPaint,
  type HivePaint,
  plainPaint,
  type Theme,
  themeColours,
} from '@weft/draw';
import type { HivePlot } from '@weft/layout';
import { formatQuantity } from '@weft/model';
import type { HiveColumn, MeasuredRun } from './hive-columns.ts';
import type { HiveSettings } from './hive-settings.ts';

/** What edges are coloured by, the same for every plot of the panel. */
export interface HivePainter {
  paint(run: MeasuredRun, plot: HivePlot): HivePaint;
  /** Colours and what they mean; for bytes from few to many. */
  readonly key: readonly { readonly label: string; readonly colour: string; readonly width: number }[];
}

export function hivePainter(
  columns: readonly HiveColumn[],
  colour: HiveSettings['colour'],
  map: string,
  theme: Theme,
): HivePainter {
  const runs = columns.flatMap(({ run }) => (run ? [run] : []));
  if (colour === 'calls') return byCalls(runs);
  if (colour === 'bytes') return byBytes(runs, map, theme);
  const plain = plainPaint(themeColours(theme).ink);
  return { paint: () => plain, key: [] };
}

function byCalls(runs: readonly MeasuredRun[]): HivePainter {
  const colours = callColours(runs.flatMap(({ calls }) => calls));
  return {
    paint: ({ calls }, { traffic }) => callsPaint(traffic.call, calls, colours),
    key: [...colours].map(([label, hue]) => ({ label, colour: hue, width: 2 })),
  };
}

function byBytes(runs: readonly MeasuredRun[], map: string, theme: Theme): HivePainter {
  const range = bytesRange(runs);
  const looks = bytesLooks(map, theme);
  const ratio = Math.max(1, range[1]) / Math.max(1, range[0]);
  return {
    paint: (_, { traffic }) => bytesPaint(traffic.bytes, range, looks),
    key: looks.map(({ stroke, width }, step) => ({
      label: formatQuantity(Math.max(1, range[0]) * ratio ** (step / (looks.length - 1)), 'B'),
      colour: stroke,
      width,
    })),
  };
}

/** Least and most bytes of an edge. */
function bytesRange(runs: readonly MeasuredRun[]): readonly [number, number] {
  let [least, most] = [Number.POSITIVE_INFINITY, 0];
  for (const { traffic } of runs) {
    for (const bytes of traffic.bytes) {
      if (bytes < least) least = bytes;
      if (bytes > most) most = bytes;
    }
  }
  return [Math.min(least, most), most];
}

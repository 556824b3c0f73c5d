import { NONE } from '@weft/model';

/** Data rate of one lane in Gbit/s, without the bits that the encoding adds. */
const LANE_RATES: Readonly<Record<string, number>> = {
  SDR: 2,
  DDR: 4,
  QDR: 8,
  FDR10: 10,
  FDR: (14.0625 * 64) / 66,
  EDR: 25,
  HDR: 50,
  NDR: 100,
  XDR: 200,
};

/** Bytes per second of a link of so many lanes of that speed; NONE where the word is not known. */
export function linkCapacity(lanes: number, speed: string): number {
  const rate = LANE_RATES[speed.toUpperCase()];
  return rate === undefined || !(lanes > 0) ? NONE : (lanes * rate * 1e9) / 8;
}

const SIGNAL_RATES: readonly (readonly [number, string])[] = [
  [2.5, 'SDR'],
  [5, 'DDR'],
  [10, 'QDR'],
  [14, 'FDR'],
  [25, 'EDR'],
  [50, 'HDR'],
  [100, 'NDR'],
  [200, 'XDR'],
];

/** The speed that a signalling rate in Gbit/s per lane stands for, e.g. 25.78125 for EDR. */
export function speedOfSignal(rate: number): string {
  const found = SIGNAL_RATES.find(([nominal]) => rate >= nominal && rate < nominal * 1.1);
  return found ? found[1] : '';
}

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

const WIDTHS = [4, 1, 2, 8, 12];

/** `4xEDR` for 12.5 GB/s; empty where no link has this rate. */
export function rateWord(capacity: number): string {
  for (const lanes of WIDTHS) {
    const speed = Object.keys(LANE_RATES).find((name) => linkCapacity(lanes, name) === capacity);
    if (speed !== undefined) return `${lanes}x${speed}`;
  }
  return '';
}

const SIGNAL_SPEEDS: Readonly<Record<string, string>> = {
  '2.5': 'SDR',
  '5': 'DDR',
  '10': 'QDR',
  '14': 'FDR',
  '25': 'EDR',
  '50': 'HDR',
  '100': 'NDR',
  '200': 'XDR',
};

/** The speed word of a rate in Gbit/s per lane as OpenSM writes it; empty where there is none. */
export function speedWord(rate: string): string {
  return SIGNAL_SPEEDS[rate] ?? '';
}

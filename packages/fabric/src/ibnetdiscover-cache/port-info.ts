import { NONE } from '@weft/model';
import { linkCapacity } from '../ibnetdiscover/link-rate.ts';

/** Bytes of PortInfo (InfiniBand specification, 14.2.5.6). */
const WIDTH_ACTIVE = 31;
const SPEED_ACTIVE = 35;
const EXTENDED_SPEED_ACTIVE = 62;

const WIDTHS: Readonly<Record<number, number>> = { 1: 1, 2: 4, 4: 8, 8: 12, 16: 2 };
const SPEEDS: Readonly<Record<number, string>> = { 1: 'SDR', 2: 'DDR', 4: 'QDR' };
const EXTENDED_SPEEDS: Readonly<Record<number, string>> = { 1: 'FDR', 2: 'EDR', 4: 'HDR', 8: 'NDR' };

/** Bytes per second at the width and speed that a port runs at; NONE where they are not known. */
export function activeCapacity(info: Uint8Array): number {
  const lanes = WIDTHS[info[WIDTH_ACTIVE]];
  const extended = EXTENDED_SPEEDS[info[EXTENDED_SPEED_ACTIVE] >> 4];
  const speed = extended ?? SPEEDS[info[SPEED_ACTIVE] >> 4];
  return lanes === undefined || speed === undefined ? NONE : linkCapacity(lanes, speed);
}

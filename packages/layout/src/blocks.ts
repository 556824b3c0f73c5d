/** A group of switches as a box over the square of the hosts it serves, on its level below the ground plane. */
export interface Block {
  readonly level: number;
  /** Corner and side on the ground plane, in hosts: host i stands at (i, i). */
  readonly start: number;
  readonly size: number;
  readonly top: number;
  readonly thickness: number;
  readonly switches: readonly number[];
}

export interface LayeredBlocks {
  readonly blocks: readonly Block[];
  /** Hosts in the order of the diagonal. */
  readonly diagonal: readonly number[];
  readonly levelGap: number;
}

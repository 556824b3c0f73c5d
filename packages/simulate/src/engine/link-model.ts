import type { Picoseconds } from './fabric.ts';

/** How messages share links. Events name places of the message pool, or links to wake. */
export interface LinkModel {
  /** A message whose way is laid out starts at its host. */
  inject(slot: number, time: Picoseconds): void;
  /** A message or packet reached the switch before `place`; returns the slot when the message is complete, else -1. */
  arrive(place: number, time: Picoseconds): number;
  /** A link with packets waiting is free again. */
  wake(link: number, time: Picoseconds): void;
}

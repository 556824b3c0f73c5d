import type { Picoseconds } from './fabric.ts';
import type { HopBlock } from './hop-block.ts';

/** How messages share links. Its events are numbers from 0 on, or links to wake. */
export interface LinkModel {
  /** A message whose path is laid out starts at its host; `key` is that of the current event. */
  inject(slot: number, time: Picoseconds, key: number): void;
  /** What an event stands for has arrived; returns the slot when its message is complete, else -1. */
  arrive(event: number, time: Picoseconds): number;
  /** A link with packets waiting is free again. */
  wake(link: number, time: Picoseconds): void;
  /** Hands to the recorder what began to leave before a time. */
  bookUntil(time: Picoseconds): void;
  /** Fills a row for each link of a message that is complete, from row `at` on. */
  writeHops(slot: number, block: HopBlock, at: number): void;
}

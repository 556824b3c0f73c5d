import { z } from 'zod';
import { messageChoice } from '../queries/message-choice.ts';
import { messageReading } from '../queries/message-sums.ts';
import { waitReading } from '../waits/wait-queries.ts';
import { rankOrders } from './rank-order.ts';

const positions = z.tuple([z.number().int().nonnegative(), z.number().int().nonnegative()]);

export const matrixParams = z.strictObject({
  ...messageChoice,
  reading: messageReading,
  /**
   * Whether the store adds up the cells of the window, the totals and the largest pairs, in the place of sending every pair.
   * Communities, hosts and waiting are found from the pairs all the same.
   */
  summed: z.boolean().default(false),
  /** traffic: bytes and messages that ranks sent; waiting: nanoseconds and calls the column waited for the row. */
  measure: z.enum(['traffic', 'waiting']).default('traffic'),
  waitReading,
  order: z.enum(rankOrders).default('rank'),
  /** Senders and receivers shown, as positions in that order, from <= position < to; all when left out. */
  senders: positions.nullable().default(null),
  receivers: positions.nullable().default(null),
  /** Cells per side at most; more ranks are summed in blocks. */
  cells: z.number().int().positive().max(2048).default(512),
  /** Whether totals are given for each rank. */
  totals: z.boolean().default(true),
  /** How many of the largest pairs are listed, by which sum, and of which ranks alone (empty = all). */
  top: z.number().int().nonnegative().max(1000).default(0),
  topBy: z.enum(['amount', 'count']).default('amount'),
  topRanks: z.array(z.number().int().nonnegative()).default([]),
});

export type MatrixParams = z.infer<typeof matrixParams>;

export function isSummed({ summed, measure, order }: MatrixParams): boolean {
  return summed && measure === 'traffic' && order === 'rank';
}

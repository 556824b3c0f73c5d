import { z } from 'zod';
import { type TableName, tableNames } from './tables.ts';

/** A question to one table, as plain data. The store turns it into SQL; views and analyses declare it. */
export const filterSchema = z.discriminatedUnion('op', [
  z.object({ op: z.literal('range'), column: z.string(), from: z.number(), to: z.number() }),
  z.object({ op: z.literal('in'), column: z.string(), values: z.array(z.union([z.number(), z.string()])) }),
]);

export const tableQuerySchema = z.object({
  table: z.enum(tableNames as [TableName, ...TableName[]]),
  /** All columns when left out. */
  columns: z.array(z.string()).optional(),
  /** All must hold. A range is from <= value < to. */
  where: z.array(filterSchema).optional(),
  orderBy: z.array(z.string()).optional(),
  limit: z.number().int().positive().optional(),
});

export type Filter = z.infer<typeof filterSchema>;
export type TableQuery = z.infer<typeof tableQuerySchema>;

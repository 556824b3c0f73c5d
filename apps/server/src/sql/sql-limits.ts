import { availableParallelism } from 'node:os';
import { machineMemory } from '@weft/store';

export interface SqlLimits {
  /** Queries that run at once, each in a process of its own. */
  readonly atOnce: number;
  /** Queries that may wait for them. */
  readonly waiting: number;
  /** Seconds a query may take, and may wait before. */
  readonly seconds: number;
  /** Bytes of memory of the engine of one query. */
  readonly engineBytes: number;
  /** Bytes of temporary files of one query. */
  readonly spillBytes: number;
  /** Rows of one answer. */
  readonly rows: number;
  /** Bytes of one answer in memory. */
  readonly answerBytes: number;
  /** Somebody else is waiting for the same machine: the page comes first. */
  readonly background: boolean;
}

const MIB = 2 ** 20;
const GIB = 2 ** 30;

/** For many people on one server: its queries together take a fourth of the memory at most. */
export function serverSqlLimits(memory = machineMemory()): SqlLimits {
  return {
    atOnce: 2,
    waiting: 16,
    seconds: 60,
    engineBytes: within(memory / 16, 128 * MIB, 4 * GIB),
    spillBytes: within(memory / 4, 256 * MIB, 16 * GIB),
    rows: 1_000_000,
    answerBytes: within(memory / 32, 64 * MIB, 512 * MIB),
    background: true,
  };
}

/** For one person at a terminal. */
export function commandSqlLimits(memory = machineMemory()): SqlLimits {
  return {
    atOnce: 1,
    waiting: 0,
    seconds: 600,
    engineBytes: within(memory / 2, 128 * MIB, 64 * GIB),
    spillBytes: within(2 * memory, GIB, 64 * GIB),
    rows: 1_000_000,
    answerBytes: within(memory / 8, 64 * MIB, 2 * GIB),
    background: false,
  };
}

/** What a process with such an engine may take: the answer as it grows, cut to size, and as bytes. */
export function processLimits({ engineBytes, answerBytes, background }: SqlLimits) {
  const heap = 2 * answerBytes + 128 * MIB;
  const memory = Math.ceil(1.5 * engineBytes + heap + 3 * answerBytes + 256 * MIB);
  return { memory, heap, background };
}

/** In the background, half of the cores stay with others. */
export function engineThreads({ atOnce, background }: SqlLimits): number {
  return Math.max(1, Math.floor(availableParallelism() / (background ? 2 * atOnce : atOnce)));
}

function within(bytes: number, least: number, most: number): number {
  return Math.floor(Math.min(Math.max(bytes, least), most));
}

import type { AnyQuery, Frame, SumQuery } from '@weft/model';
import type { Engine, FrameOptions } from './engine.ts';

/** A whole answer in one frame. */
export async function readWhole(
  engine: Engine,
  query: AnyQuery,
  options: Omit<FrameOptions, 'rows'>,
): Promise<Frame> {
  for await (const frame of engine.frames(query, { ...options, rows: Number.POSITIVE_INFINITY }))
    return frame;
  return { rows: 0, columns: {} };
}

interface Sums {
  readonly rows: number;
  readonly columns: Readonly<Record<string, Int32Array | Float64Array>>;
}

/** Sums whose groups are numbers. */
export async function readSums(engine: Engine, query: SumQuery, signal?: AbortSignal): Promise<Sums> {
  return (await readWhole(engine, query, { signal })) as Sums;
}

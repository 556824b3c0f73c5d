import type { Frame, TableQuery, WorkContext } from '@weft/model';
import type { z } from 'zod';

/** Columns x parameters -> columns. Pure: no file, no SQL, no DOM. The server runs it in a worker thread. */
export interface Analysis<P = unknown> {
  readonly name: string;
  readonly title: string;
  readonly doc: string;
  readonly params: z.ZodType<P>;
  /** The tables it reads, by the name under which `run` receives them. */
  needs(params: P): Readonly<Record<string, TableQuery>>;
  run(
    inputs: Readonly<Record<string, Frame>>,
    params: P,
    context: WorkContext,
  ): AnalysisResult | Promise<AnalysisResult>;
  /** The same from batches, for tables that do not fit in memory; each input may be opened several times. */
  runStreamed?(open: OpenInput, params: P, context: WorkContext): Promise<AnalysisResult>;
}

/** The frames of one of the `needs`, one after the other. */
export type OpenInput = (name: string) => Iterable<Frame> | AsyncIterable<Frame>;

/** Named frames. */
export type AnalysisResult = Readonly<Record<string, Frame>>;

export function defineAnalysis<P>(analysis: Analysis<P>): Analysis<P> {
  return analysis;
}

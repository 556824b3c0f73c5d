import type { Batch, ColumnQuery, Frame, FrameOf, SumQuery, TableSchema, WorkContext } from '@weft/model';
import type { z } from 'zod';

/** Columns x parameters -> columns. Pure: no file, no SQL, no DOM. The server runs it in a worker thread. */
export interface Analysis<P, I, Q extends Queries, R extends ResultSchemas> {
  readonly name: string;
  readonly title: string;
  readonly doc: string;
  readonly params: z.ZodType<P, I>;
  /** The tables it answers with. */
  readonly result: R;
  /** Whether it reads little with these parameters, and need not wait behind others that read much. */
  isQuick?(params: NoInfer<P>): boolean;
  /**
   * The columns it reads, by the name under which `run` receives them. It is asked again with what was read so far, until it
   * needs nothing new: so it can look how much there is before it asks for rows.
   */
  needs(params: NoInfer<P>, known?: KnownInputs): Q;
  run(inputs: InputsOf<Q>, params: NoInfer<P>, context: WorkContext): ResultOf<R> | Promise<ResultOf<R>>;
  /** The same from batches, for tables that do not fit in memory; each input may be opened several times. */
  runStreamed?(open: OpenInput<InputsOf<Q>>, params: NoInfer<P>, context: WorkContext): Promise<ResultOf<R>>;
}

/** Answers so far, by the name of their query. */
export type KnownInputs = Readonly<Record<string, Frame | undefined>>;

/** Queries by name; undefined where the parameters need no such input. */
export type Queries = Readonly<Record<string, InputQuery | undefined>>;

/** Rows, or sums that the store adds up. */
export type InputQuery = ColumnQuery | SumQuery;

/** A frame for each query; those that only some parameters need may be left out. */
export type InputsOf<Q extends Queries> = {
  readonly [K in keyof Q as Q[K] extends InputQuery ? K : never]: FrameOf<NonNullable<Q[K]>>;
} & {
  readonly [K in keyof Q as Q[K] extends InputQuery ? never : K]?: FrameOf<NonNullable<Q[K]>>;
};

/** The frames of one of the inputs, one after the other; none where it is not needed. */
export type OpenInput<Inputs> = <K extends keyof Inputs>(
  name: K,
) => Iterable<NonNullable<Inputs[K]>> | AsyncIterable<NonNullable<Inputs[K]>>;

export type ResultSchemas = Readonly<Record<string, TableSchema>>;

export type ResultOf<R extends ResultSchemas> = { readonly [K in keyof R]: Batch<R[K]> };

/** Parameters as a caller gives them: those with a default may be left out. */
export type ParamsOf<A extends AnyAnalysis> = z.input<A['params']>;

/** The tables an analysis answers with. */
export type AnswerOf<A extends AnyAnalysis> = ResultOf<A['result']>;

// biome-ignore lint/suspicious/noExplicitAny: parameters differ from analysis to analysis and are checked by its schema
export type AnyAnalysis = Analysis<any, any, Queries, ResultSchemas>;

export function defineAnalysis<P, I, Q extends Queries, R extends ResultSchemas>(
  analysis: Analysis<P, I, Q, R>,
): Analysis<P, I, Q, R> {
  return analysis;
}

/** All inputs of an analysis: one after the other, or as many at once as are known to be needed. */
export async function readNeeds(
  needs: (known: KnownInputs) => Queries,
  read: (query: InputQuery) => Promise<Frame>,
  { atOnce = false } = {},
): Promise<Record<string, Frame>> {
  const inputs: Record<string, Frame> = {};
  for (let before = -1; Object.keys(inputs).length > before; ) {
    before = Object.keys(inputs).length;
    const reading: Promise<void>[] = [];
    for (const [name, query] of Object.entries(needs(inputs))) {
      if (!query || inputs[name]) continue;
      const input = read(query).then((frame) => void (inputs[name] = frame));
      if (atOnce) reading.push(input);
      else await input;
    }
    await Promise.all(reading);
  }
  return inputs;
}

/** Inputs that a store reads a batch at a time. */
export function openQueries<Q extends Queries>(
  queries: Q,
  stream: (query: NonNullable<Q[keyof Q]>) => AsyncIterable<Frame>,
): OpenInput<InputsOf<Q>> {
  const open = (name: keyof Q) => {
    const query = queries[name];
    return query ? stream(query) : [];
  };
  return open as OpenInput<InputsOf<Q>>;
}

/** Inputs that are in memory as a whole. */
export function openFrames<Inputs extends object>(inputs: Inputs): OpenInput<Inputs> {
  return (name) => {
    const frame = inputs[name];
    return frame ? [frame] : [];
  };
}

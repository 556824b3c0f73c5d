import type { Analysis, AnyAnalysis, Queries, ResultOf, ResultSchemas } from '@weft/analysis';
import type { Cube, Network, TableFrame, TableName, TableQuery } from '@weft/model';

/** What a view needs, as plain data; `Result` is only a type. The coordinator of the page fetches and caches it. */
export type DataRequest<Result = unknown> = RequestBody & {
  readonly result?: Result;
  /** The view is drawn without it, with null in its place, until it is there. */
  readonly later?: boolean;
};

type RequestBody =
  | { readonly kind: 'table'; readonly query: TableQuery }
  | { readonly kind: 'cube'; readonly metric: string }
  | { readonly kind: 'network' }
  | { readonly kind: 'analysis'; readonly analysis: AnyAnalysis; readonly params: unknown };

/** A request by name, or a list of them that is answered by a list. */
export type Needs = Readonly<Record<string, DataRequest | readonly DataRequest[]>>;

export type Resolved<N extends Needs> = { readonly [K in keyof N]: ResolvedNeed<N[K]> };

type ResolvedNeed<Need> =
  Need extends DataRequest<infer Result>
    ? Result
    : Need extends readonly DataRequest<infer Result>[]
      ? readonly Result[]
      : Need;

/** What a request is about, as text: equal requests have equal texts, whether they are waited for or not. */
export function requestText(request: DataRequest): string {
  const { later: _later, ...body } = request;
  const plain = body.kind === 'analysis' ? { ...body, analysis: body.analysis.name } : body;
  return JSON.stringify(plain);
}

export function needTable<N extends TableName>(
  table: N,
  query: Omit<TableQuery, 'table' | 'columns'> = {},
): DataRequest<TableFrame<N>> {
  return { kind: 'table', query: { table, ...query } };
}

export function needCube(metric: string): DataRequest<Cube> {
  return { kind: 'cube', metric };
}

export function needNetwork(): DataRequest<Network> {
  return { kind: 'network' };
}

/** Parameters as views hold them: lists and ranges need not be writable. */
type Given<T> = T extends object ? { readonly [K in keyof T]: Given<T[K]> } : T;

export function needAnalysis<P, I, Q extends Queries, R extends ResultSchemas>(
  analysis: Analysis<P, I, Q, R>,
  params: Given<NoInfer<I>>,
): DataRequest<ResultOf<R>> {
  return { kind: 'analysis', analysis, params };
}

/** For what makes a picture finer: the view shows what it has and gets this as soon as it is there. */
export function later<Result>(request: DataRequest<Result>): DataRequest<Result | null> {
  return { ...request, later: true };
}

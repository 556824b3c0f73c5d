import type { Cube, Frame, Network, TableColumns, TableName, TableQuery } from '@weft/model';

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
  | { readonly kind: 'analysis'; readonly name: string; readonly params: unknown };

export type Needs = Readonly<Record<string, DataRequest>>;

export type Resolved<N extends Needs> = {
  readonly [K in keyof N]: N[K] extends DataRequest<infer R> ? R : never;
};

export interface TableFrame<N extends TableName> {
  readonly rows: number;
  readonly columns: TableColumns<N>;
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

export function needAnalysis(
  name: string,
  params: unknown = {},
): DataRequest<Readonly<Record<string, Frame>>> {
  return { kind: 'analysis', name, params };
}

/** For what makes a picture finer: the view shows what it has and gets this as soon as it is there. */
export function later<Result>(request: DataRequest<Result>): DataRequest<Result | null> {
  return { ...request, later: true } as DataRequest<Result | null>;
}

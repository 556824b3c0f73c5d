import type { Analysis, AnyAnalysis, LibraryEntry, Queries, ResultOf, ResultSchemas } from '@weft/analysis';
import type { WhyReport } from '@weft/cause';
import type { Cube, ErrorFacts, Network, Progress, TableFrame, TableName, TableQuery } from '@weft/model';

/** What a view needs, as plain data; `Result` is only a type. The coordinator of the page fetches and caches it. */
export type DataRequest<Result = unknown> = RequestBody & {
  readonly result?: Result;
  /** The view is drawn without it, with null in its place, until it is there. */
  readonly later?: boolean;
  /** The view is told how it stands, and shows a failure itself. */
  readonly settled?: boolean;
  /** Id of another dataset or study of the server; left out: the one that is open. */
  readonly dataset?: string;
};

type RequestBody =
  | { readonly kind: 'table'; readonly query: TableQuery }
  | { readonly kind: 'cube'; readonly metric: string; readonly maxSteps?: number }
  | { readonly kind: 'network' }
  | { readonly kind: 'offers' }
  | { readonly kind: 'library' }
  | { readonly kind: 'why'; readonly question: WhyQuestion }
  | { readonly kind: 'analysis'; readonly analysis: AnyAnalysis; readonly params: unknown };

/** Why a link is full, or a job slow, by the tests of some suspects. */
export interface WhyQuestion {
  readonly link?: number;
  readonly job?: number;
  /** Nanoseconds; alone: of the link that is fullest in it. */
  readonly time?: readonly [number, number] | null;
  readonly tests: readonly string[];
  /** A test by its words, whose run is to be a dataset. */
  readonly open?: string;
}

/** How a request stands. */
export type Settled<Result> =
  | { readonly status: 'loading'; readonly progress: Progress | null }
  | { readonly status: 'ready'; readonly data: Result }
  | { readonly status: 'failed'; readonly error: ErrorFacts };

/** A dataset or study of the server that a view may ask for. */
export interface DatasetOffer {
  readonly id: string;
  readonly title: string;
  /** False for a study that is not generated yet. */
  readonly ready: boolean;
  /** Null where it is not known yet. */
  readonly hasMessages: boolean | null;
}

/** Labelled runs that a fingerprint is compared with. */
export interface LabelledRuns {
  readonly entries: readonly LibraryEntry[];
  /** What could not be read, one line each. */
  readonly problems: readonly string[];
}

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
  const { later: _later, settled: _settled, dataset: _dataset, ...body } = request;
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

/** One step that holds the whole run: there long before all steps of a large dataset. */
export function needWholeRun(metric: string): DataRequest<Cube> {
  return { kind: 'cube', metric, maxSteps: 1 };
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

/** What else the server has. */
export function needOffers(): DataRequest<readonly DatasetOffer[]> {
  return { kind: 'offers' };
}

export function needLibrary(): DataRequest<LabelledRuns> {
  return { kind: 'library' };
}

export function needWhy(question: WhyQuestion): DataRequest<WhyReport> {
  return { kind: 'why', question };
}

/** The id of the dataset that the run of a test is written to. */
export function needTestRun(
  question: WhyQuestion & { readonly open: string },
): DataRequest<{ readonly dataset: string }> {
  return { kind: 'why', question };
}

/** The same of another dataset; a study is generated where nobody has opened it yet. */
export function ofDataset<Result>(dataset: string, request: DataRequest<Result>): DataRequest<Result> {
  return { ...request, dataset };
}

/** For one of many parts: the view shows the others while this one is under way or where it fails. */
export function settled<Result>(request: DataRequest<Result>): DataRequest<Settled<Result>> {
  const { result: _result, ...body } = request;
  return { ...body, settled: true };
}

/** For what makes a picture finer: the view shows what it has and gets this as soon as it is there. */
export function later<Result>(request: DataRequest<Result>): DataRequest<Result | null> {
  return { ...request, later: true };
}

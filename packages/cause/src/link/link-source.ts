import type { Batch, FrameOf, Manifest, Network, TableName, TableQuery, Tables } from '@weft/model';

/** What is read of a dataset. */
export interface LinkSource {
  readonly path: string;
  readonly manifest: Manifest;
  stream<Q extends TableQuery>(query: Q, signal?: AbortSignal): AsyncIterable<FrameOf<Q>>;
  readTable<N extends TableName>(table: N): Promise<Batch<Tables[N]>>;
  network(): Promise<Network | null>;
}

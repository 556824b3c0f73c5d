import type { FrameOf, Manifest, Network, TableQuery } from '@weft/model';

/** What is read of a dataset to run it again. */
export interface RunSource {
  readonly path: string;
  readonly manifest: Manifest;
  read<Q extends TableQuery>(query: Q, signal?: AbortSignal): Promise<FrameOf<Q>>;
  network(): Promise<Network | null>;
}

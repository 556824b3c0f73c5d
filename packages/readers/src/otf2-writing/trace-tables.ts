import type { FrameOf, Manifest, TableQuery } from '@weft/model';

/** The dataset a trace comes from. */
export interface TraceTables {
  readonly manifest: Pick<Manifest, 'tables' | 'title' | 'timeRange'>;
  read<Q extends TableQuery>(query: Q): Promise<FrameOf<Q>>;
}

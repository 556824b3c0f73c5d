import { type AnyQuery, batchFromRows, type FrameOf, tableSchema } from '@weft/model';
import type { Dataset } from '@weft/store';
import type { FakeFabric } from './fake-fabric.ts';

/** A fabric as a dataset that is nowhere on a disk. */
export function fakeDataset(fabric: FakeFabric): Dataset {
  const { manifest, tables } = fabric;
  const unasked = (): never => {
    throw new Error('the tests of the shell do not ask for this');
  };
  return {
    path: manifest.name,
    manifest,
    read: async <Q extends AnyQuery>({ table }: Q) =>
      (tables[table] ?? batchFromRows(tableSchema(table), [])) as FrameOf<Q>,
    cube: async (metric) => fabric.cube(metric),
    activity: async () => null,
    stream: unasked,
    readTable: unasked,
    network: unasked,
    sql: unasked,
    close: async () => {},
  };
}

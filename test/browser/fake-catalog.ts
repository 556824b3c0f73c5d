import { WeftError } from '@weft/model';
import type { CatalogEntry, StudyFacts } from '@weft/protocol';
import type { Catalog, OfferedStudy } from '@weft/server';
import { fakeDataset } from './fake-dataset.ts';
import { createFakeFabric, type FakeFabric } from './fake-fabric.ts';

const STUDY: Omit<CatalogEntry, 'ready' | 'manifest'> = {
  id: 'tree',
  kind: 'study',
  title: 'Hot links of a fat tree',
  description: 'Where does the traffic of a day go? Some links carry three times the mean.',
};
const FACTS: StudyFacts = {
  group: 'Where is the traffic?',
  question: 'Which links carry three times the mean?',
  seconds: 1,
};
const DATASET: Omit<CatalogEntry, 'ready' | 'manifest'> = {
  id: 'cluster',
  kind: 'dataset',
  title: 'Cluster, one day',
  description: 'Counters of 48 hosts, one reading a minute.',
};

/** A study that is generated in eight steps, and a dataset; or nothing at all. */
export function createFakeCatalog(empty: boolean): Catalog {
  const fabrics = new Map<string, FakeFabric>();
  if (!empty) fabrics.set(DATASET.id, createFakeFabric(DATASET));
  const study: OfferedStudy = {
    ...STUDY,
    ...FACTS,
    path: STUDY.id,
    generate: async ({ signal, onProgress }) => {
      for (let done = 1; done <= 8; done++) {
        signal?.throwIfAborted();
        onProgress?.({ label: 'Generating counters', done, total: 8, unit: 'steps' });
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      fabrics.set(STUDY.id, createFakeFabric(STUDY));
    },
  };
  const entryOf = (entry: typeof STUDY): CatalogEntry => {
    const manifest = fabrics.get(entry.id)?.manifest ?? null;
    const study = entry.kind === 'study' ? FACTS : undefined;
    return { ...entry, ready: manifest !== null, manifest, study };
  };
  return {
    list: async () => (empty ? [] : [STUDY, DATASET].map(entryOf)),
    use: async (id, work) => {
      const fabric = fabrics.get(id);
      if (!fabric) throw new WeftError({ code: 'DATASET-NOT-FOUND', message: `no dataset ${id}` });
      return work(fakeDataset(fabric));
    },
    isReady: async (id) => fabrics.has(id),
    study: () => study,
    add: () => STUDY.id,
    shippedPicture: () => null,
    layout: () => null,
    close: async () => {},
  };
}

import type { FabricReader } from '../fabric-reader.ts';
import { isCache, readCache } from './read-cache.ts';

/** What `ibnetdiscover --cache` writes: the same topology as a binary file. */
export const ibnetdiscoverCacheReader: FabricReader = {
  name: 'ibnetdiscover-cache',
  title: 'InfiniBand topology (ibnetdiscover --cache)',
  tells: 'topology',
  detect: ({ head }) => (isCache(head) ? 'yes' : 'no'),
  read: (context, { topology }) => readCache(context, topology),
};

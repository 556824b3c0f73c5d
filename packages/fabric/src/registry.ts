import type { FabricReader } from './fabric-reader.ts';
import { forwardingDumpReader } from './forwarding-dump/forwarding-dump-reader.ts';
import { ibnetdiscoverReader } from './ibnetdiscover/ibnetdiscover-reader.ts';
import { nodeNameReader } from './node-names/node-name-reader.ts';

/**
 * Every format of fabrics: one line each. Of topologies the first that is present is read: those that know ports come
 * before those that do not.
 */
export const fabricReaders: readonly FabricReader[] = [
  ibnetdiscoverReader,
  nodeNameReader,
  forwardingDumpReader,
];

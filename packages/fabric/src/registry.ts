import type { FabricReader } from './fabric-reader.ts';
import { forwardingDumpReader } from './forwarding-dump/forwarding-dump-reader.ts';
import { ibnetdiscoverReader } from './ibnetdiscover/ibnetdiscover-reader.ts';
import { nodeNameReader } from './node-names/node-name-reader.ts';
import { scontrolReader } from './slurm/scontrol-reader.ts';
import { slurmJsonReader } from './slurm/slurm-json-reader.ts';
import { slurmTableReader } from './slurm/slurm-table-reader.ts';
import { sqlogReader } from './slurm/sqlog-reader.ts';

/**
 * Every format of fabrics: one line each. Of topologies the first that is present is read: those that know ports come
 * before those that do not.
 */
export const fabricReaders: readonly FabricReader[] = [
  ibnetdiscoverReader,
  nodeNameReader,
  forwardingDumpReader,
  slurmTableReader,
  scontrolReader,
  slurmJsonReader,
  sqlogReader,
];

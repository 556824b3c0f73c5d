import { asRelationshipsReader } from './as-relationships/as-relationships-reader.ts';
import { boxfishLinksReader } from './boxfish/boxfish-links-reader.ts';
import { boxfishMapReader } from './boxfish/boxfish-map-reader.ts';
import { boxfishNodesReader } from './boxfish/boxfish-nodes-reader.ts';
import { counterTableReader } from './counter-table/counter-table-reader.ts';
import { crayCablesReader } from './cray-cables/cray-cables-reader.ts';
import { dragonviewJobsReader } from './dragonview/dragonview-jobs-reader.ts';
import { dragonviewLinksReader } from './dragonview/dragonview-links-reader.ts';
import { edgeListReader } from './edge-list/edge-list-reader.ts';
import type { FabricReader } from './fabric-reader.ts';
import { forwardingDumpReader } from './forwarding-dump/forwarding-dump-reader.ts';
import { ibdiagnetDumpReader } from './ibdiagnet-dump/ibdiagnet-dump-reader.ts';
import { ibnetdiscoverReader } from './ibnetdiscover/ibnetdiscover-reader.ts';
import { ibnetdiscoverCacheReader } from './ibnetdiscover-cache/ibnetdiscover-cache-reader.ts';
import { ibnetdiscoverPortsReader } from './ibnetdiscover-ports/ibnetdiscover-ports-reader.ts';
import { ibqueryerrorsReader } from './ibqueryerrors/ibqueryerrors-reader.ts';
import { nodeNameReader } from './node-names/node-name-reader.ts';
import { opensmSubnetReader } from './opensm-subnet/opensm-subnet-reader.ts';
import { perfqueryReader } from './perfquery/perfquery-reader.ts';
import { prometheusReader } from './prometheus/prometheus-reader.ts';
import { sampleTimesReader } from './sample-times/sample-times-reader.ts';
import { scontrolReader } from './slurm/scontrol-reader.ts';
import { slurmJsonReader } from './slurm/slurm-json-reader.ts';
import { slurmTableReader } from './slurm/slurm-table-reader.ts';
import { sqlogReader } from './slurm/sqlog-reader.ts';
import { slurmTopologyReader } from './slurm-topology/slurm-topology-reader.ts';
import { treescopeRoutesReader } from './treescope/treescope-routes-reader.ts';
import { treescopeTopologyReader } from './treescope/treescope-topology-reader.ts';

/**
 * Every format of fabrics: one line each. Of topologies the first that is present is read: those that know ports come
 * before those that do not.
 */
export const fabricReaders: readonly FabricReader[] = [
  ibnetdiscoverReader,
  ibnetdiscoverCacheReader,
  opensmSubnetReader,
  ibnetdiscoverPortsReader,
  treescopeTopologyReader,
  crayCablesReader,
  dragonviewLinksReader,
  boxfishLinksReader,
  asRelationshipsReader,
  edgeListReader,
  slurmTopologyReader,
  ibdiagnetDumpReader,
  nodeNameReader,
  boxfishNodesReader,
  forwardingDumpReader,
  treescopeRoutesReader,
  slurmTableReader,
  scontrolReader,
  slurmJsonReader,
  sqlogReader,
  dragonviewJobsReader,
  boxfishMapReader,
  sampleTimesReader,
  perfqueryReader,
  ibqueryerrorsReader,
  prometheusReader,
  counterTableReader,
];

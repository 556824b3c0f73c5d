import type { Manifest, Network } from '@weft/model';
import type { Routing } from '@weft/network';
import type { Situation } from '../situation.ts';
import type { JobTraffic } from './host-traffic.ts';
import type { HostsOfJobs } from './present-routing.ts';

/** A job's bytes on the asked link, with its 95 % range. */
export interface JobShare {
  /** Null = bytes that no job accounts for. */
  readonly job: number | null;
  readonly bytes: number;
  readonly low: number;
  readonly high: number;
}

/** All that is known of a link before anything is tested. */
export interface LinkEvidence {
  readonly link: number;
  readonly situation: Situation;
  readonly network: Network;
  readonly manifest: Manifest;
  /** Bytes of every link in the time asked for. */
  readonly loads: Float64Array;
  readonly shares: readonly JobShare[];
  /** Fits behind the shares; 0 = they are exact. */
  readonly windows: number;
  readonly jobName: (job: number) => string;
  readonly hosts: HostsOfJobs;
  /** The tables in force, the router that made them where it is known, and where they come from in words. */
  readonly routing: Routing;
  readonly router: string | null;
  readonly origin: string;
  readonly traffic: readonly JobTraffic[];
  /** True where messages tell the traffic; else it is spread over the hosts of each job. */
  readonly exact: boolean;
}

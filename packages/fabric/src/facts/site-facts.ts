import type { JobFacts } from './job-facts.ts';
import type { RouteFacts } from './route-facts.ts';
import type { TopologyFacts } from './topology-facts.ts';

/** What files say about named things of a site, before anything has an id. */
export interface SiteFacts {
  readonly topology: TopologyFacts;
  readonly routes: RouteFacts;
  readonly jobs: JobFacts;
  /** When files of counters were read, Unix seconds by file name. */
  readonly sampleTimes: Map<string, number>;
}

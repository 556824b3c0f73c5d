export { fabricIdentity } from './export/fabric-identity.ts';
export { ibsimNet } from './export/ibsim-net.ts';
export { opensmDump } from './export/opensm-dump.ts';
export type { SiteOptions } from './fabric-reader.ts';
export { canonicalGuid } from './facts/topology-facts.ts';
export { findFabricFiles, importSite } from './import-site.ts';
export { epochOfFile } from './time/epoch-of-file.ts';
export { type CounterSample, CounterWatch } from './watch-counters.ts';

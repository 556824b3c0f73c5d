import type { DatasetInfo } from '../workspace.ts';
import { timeShare } from './time-share.ts';

type Source = Pick<DatasetInfo, 'manifest' | 'remote'>;
type Time = readonly [number, number];

/** Calls, messages and collective calls that are looked at for who waited without a moment's thought. */
const MOST_EVENTS = 4e6;
/** The same where an engine elsewhere has to send them: about a second. */
const MOST_SENT_EVENTS = 2e5;

/** Whether all events of a job are read at once, for every time, or those of the active time alone. */
export function waitReading(dataset: Source): 'whole' | 'window' {
  const hasCalls = (dataset.manifest.tables.spans?.rows ?? 0) > 0;
  return hasCalls && eventsOf(dataset) > mostEvents(dataset) ? 'window' : 'whole';
}

/** Whether waiting is found without being asked for: in a short time of one job also where there are many events, which are taken to be spread evenly. */
export function findsWaits(dataset: Source, job: number | null, time: Time | null): boolean {
  const { manifest } = dataset;
  if ((manifest.tables.spans?.rows ?? 0) === 0) return false;
  const share = time && job !== null ? timeShare(time, manifest.timeRange) : 1;
  return eventsOf(dataset) * share <= mostEvents(dataset);
}

function mostEvents({ remote }: Source): number {
  return remote ? MOST_SENT_EVENTS : MOST_EVENTS;
}

function eventsOf({ manifest: { tables } }: Source): number {
  return ['spans', 'messages', 'collectives'].reduce((sum, name) => sum + (tables[name]?.rows ?? 0), 0);
}

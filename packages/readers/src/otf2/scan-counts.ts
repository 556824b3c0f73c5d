/** What the scan of event files found. */
export interface ScanCounts {
  /** Events by record id. */
  readonly events: Float64Array;
  /** Calls and bytes of collectives by operation. */
  readonly collectiveCalls: Float64Array;
  readonly collectiveSent: Float64Array;
  readonly collectiveReceived: Float64Array;
  timestamps: number;
  attributeLists: number;
  /** Times before the origin or beyond 2^53; the time before them is kept. */
  badTimes: number;
  /** Sizes that say nothing: undefined, -1 or the count of a status that was never filled in; they are read as 0. */
  badSizes: number;
  sentBytes: number;
  receivedBytes: number;
  firstTime: number;
  lastTime: number;
}

export function createScanCounts(): ScanCounts {
  return {
    events: new Float64Array(256),
    collectiveCalls: new Float64Array(256),
    collectiveSent: new Float64Array(256),
    collectiveReceived: new Float64Array(256),
    timestamps: 0,
    attributeLists: 0,
    badTimes: 0,
    badSizes: 0,
    sentBytes: 0,
    receivedBytes: 0,
    firstTime: Number.POSITIVE_INFINITY,
    lastTime: Number.NEGATIVE_INFINITY,
  };
}

export function addScanCounts(total: ScanCounts, part: ScanCounts): void {
  for (let i = 0; i < 256; i++) {
    total.events[i] += part.events[i];
    total.collectiveCalls[i] += part.collectiveCalls[i];
    total.collectiveSent[i] += part.collectiveSent[i];
    total.collectiveReceived[i] += part.collectiveReceived[i];
  }
  total.timestamps += part.timestamps;
  total.attributeLists += part.attributeLists;
  total.badTimes += part.badTimes;
  total.badSizes += part.badSizes;
  total.sentBytes += part.sentBytes;
  total.receivedBytes += part.receivedBytes;
  total.firstTime = Math.min(total.firstTime, part.firstTime);
  total.lastTime = Math.max(total.lastTime, part.lastTime);
}

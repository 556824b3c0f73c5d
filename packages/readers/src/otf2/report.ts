import type { ManifestFacts } from '@weft/model';
import { matchDiagnostics } from '../matching/match-diagnostics.ts';
import type { MatchCounts } from '../matching/match-partition.ts';
import type { ReadReport } from '../reader.ts';
import type { Archive } from './archive.ts';
import { UNKNOWN_REGION } from './call-plan.ts';
import type { DecodeContext } from './decode-context.ts';
import type { RankResult } from './decode-rank.ts';
import * as kinds from './event-kinds.ts';
import type { Losses } from './losses.ts';
import type { RankPlan } from './rank-plan.ts';
import { addScanCounts, createScanCounts, type ScanCounts } from './scan-counts.ts';
import type { ScanResult } from './scan-file.ts';
import { originOf } from './time-scale.ts';

interface ReportParts {
  readonly archive: Archive;
  readonly plan: RankPlan;
  readonly context: DecodeContext;
  readonly scans: readonly ScanResult[];
  readonly ranks: readonly RankResult[];
  /** null = a dry run, nothing was matched. */
  readonly matched: MatchCounts | null;
  readonly losses: Losses;
}

export function makeReport(parts: ReportParts): ReadReport {
  const { archive, plan, context, losses } = parts;
  const scan = createScanCounts();
  for (const part of [...parts.scans, ...parts.ranks]) addScanCounts(scan, part.scan);
  noteEvents(scan, parts);
  noteUnclaimed(parts);
  noteRequests(parts);
  const counts = {
    ranks: plan.ranks,
    locations: archive.locations.length,
    ...eventCounts(scan),
    ...collectiveCounts(scan),
    ...(parts.matched ?? {}),
  };
  const matching = parts.matched ? matchDiagnostics(parts.matched) : [];
  const diagnostics = [...losses.diagnostics(), ...matching];
  return { format: 'otf2', counts, diagnostics, facts: factsOf(archive, context, scan, diagnostics) };
}

function eventCounts({ events, ...scan }: ScanCounts): Record<string, number> {
  const counts: Record<string, number> = { events: 0 };
  events.forEach((count, id) => {
    if (count > 0) counts[kinds.eventName(id)] = count;
    counts.events += count;
  });
  return {
    ...counts,
    timestamps: scan.timestamps,
    attributeLists: scan.attributeLists,
    sends: events[kinds.MPI_SEND] + events[kinds.MPI_ISEND],
    receives: events[kinds.MPI_RECV] + events[kinds.MPI_IRECV],
    sendBytes: scan.sentBytes,
    receiveBytes: scan.receivedBytes,
  };
}

function collectiveCounts(scan: ScanCounts): Record<string, number> {
  const counts: Record<string, number> = {};
  scan.collectiveCalls.forEach((calls, op) => {
    if (calls === 0) return;
    const name = kinds.operationName(op);
    counts[`collective.${name}`] = calls;
    counts[`collective.${name}.sent`] = scan.collectiveSent[op];
    counts[`collective.${name}.received`] = scan.collectiveReceived[op];
  });
  return counts;
}

function noteEvents(scan: ScanCounts, { plan, losses }: ReportParts): void {
  const { events } = scan;
  let unknown = 0;
  events.forEach((count, id) => {
    if (!kinds.isKnownEvent(id)) unknown += count;
  });
  losses.note(
    'OTF2-UNKNOWN-RECORDS',
    unknown,
    'events of kinds this version does not know, skipped by their length',
  );
  losses.note(
    'OTF2-BAD-TIMES',
    scan.badTimes,
    'times before the start of the trace or beyond 2^53 ns: the time before was kept',
  );
  losses.note(
    'OTF2-BAD-SIZES',
    scan.badSizes,
    'sizes that are undefined or negative (beyond 2^53 bytes): taken as 0',
  );
  if (plan.ranks === 0) {
    losses.note(
      'OTF2-NO-RANKS',
      1,
      'the archive has no processes: events were counted, there are no messages and no spans',
    );
  }
}

/** In a dry run all files are only scanned. */
function noteUnclaimed({ scans, matched, losses }: ReportParts): void {
  if (!matched) return;
  const events = scans.reduce((sum, { scan }) => sum + scan.events.reduce((all, count) => all + count, 0), 0);
  losses.note(
    'OTF2-UNCLAIMED-EVENTS',
    events,
    'events of locations that belong to no rank: counted, without messages, spans and counters',
  );
}

function noteRequests({ ranks, losses }: ReportParts): void {
  for (const { requests, regions, lostCollectives } of ranks) {
    losses.note(
      'RECEIVES-UNFINISHED',
      requests.unfinishedReceives,
      'receives posted whose completion is not recorded: not matched',
    );
    losses.note(
      'SENDS-UNFINISHED',
      requests.unfinishedSends,
      'sends posted whose completion is not recorded: they end with their call',
    );
    losses.note(
      'COLLECTIVES-UNFINISHED',
      lostCollectives,
      'non-blocking collectives whose completion is not recorded: no row',
    );
    losses.note('RECEIVES-CANCELLED', requests.cancelledReceives, 'receives cancelled');
    losses.note('SENDS-CANCELLED', requests.cancelledSends, 'sends cancelled: kept as messages');
    losses.note(
      'UNKNOWN-REQUESTS',
      requests.unknownRequests,
      'completions of requests that were never posted',
    );
    losses.note('OTF2-STRAY-LEAVES', regions.strayLeaves, 'regions left that were not entered');
    losses.note(
      'OTF2-OPEN-REGIONS',
      regions.openRegions,
      'regions entered and never left: no span, or one that ends with the region around it',
    );
    losses.note(
      'OTF2-UNKNOWN-REGIONS',
      regions.unknownRegions,
      `regions that are not defined: their spans are called "${UNKNOWN_REGION}"`,
    );
    losses.note(
      'OTF2-OPEN-COPIES',
      regions.openCopies,
      'copies to or from a device whose end is not recorded: no span',
    );
    losses.note(
      'OTF2-UNKNOWN-METRICS',
      regions.unknownMetrics,
      'values of metrics that are not defined: left out',
    );
    losses.note(
      'OTF2-UNKNOWN-PEERS',
      regions.unknownPeers,
      'sends and receives whose peer is no member of the communicator: of sends, messages with dst = none',
    );
    losses.note(
      'OTF2-UNKNOWN-TARGETS',
      regions.unknownTargets,
      'one-sided transfers through windows whose members are not defined: messages in which the other rank is none',
    );
    losses.note(
      'OTF2-UNKNOWN-COMMUNICATORS',
      regions.unknownCommunicators,
      'events on communicators that are not defined',
    );
  }
}

function factsOf(
  archive: Archive,
  context: DecodeContext,
  scan: ScanCounts,
  diagnostics: ReadReport['diagnostics'],
): ManifestFacts {
  const { anchor, path, definitions } = archive;
  const hasEvents = scan.firstTime <= scan.lastTime;
  return {
    title: path.split(/[\\/]/).slice(-2).join('/'),
    description: anchor.description,
    origin: originOf(archive, context.scale),
    timeRange: hasEvents ? [scan.firstTime, scan.lastTime] : null,
    provenance: [
      {
        kind: 'import',
        facts: {
          version: anchor.version,
          creator: anchor.creator,
          machine: anchor.machine,
          ticksPerSecond: String(context.scale.ticksPerSecond),
          originTick: String(context.scale.origin),
          definitions: definitions.records,
          properties: Object.fromEntries(anchor.properties),
        },
      },
    ],
    diagnostics: [...diagnostics],
  };
}

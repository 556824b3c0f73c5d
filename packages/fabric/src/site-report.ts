import { basename } from 'node:path';
import { formatExact, type Manifest, type ManifestFacts } from '@weft/model';
import type { RecognisedFabric } from '@weft/network';
import type { ImportReport, ReadReport, SourceFile } from '@weft/readers';
import type { FabricFile, SiteOptions } from './fabric-reader.ts';
import type { Problems } from './facts/problems.ts';
import { describeFamily } from './site/describe-family.ts';
import type { Site } from './site/site.ts';
import type { JobCounts } from './site/write-jobs.ts';
import type { RouteCounts } from './site/write-routes.ts';
import type { CounterCounts } from './write-counters.ts';

interface SiteResult {
  readonly files: readonly SourceFile[];
  /** Files of known formats, and those that were read. */
  readonly known: readonly FabricFile[];
  readonly found: readonly FabricFile[];
  readonly site: Site;
  readonly family: RecognisedFabric;
  /** Unix seconds of time 0. */
  readonly origin: number | null;
  readonly routes: RouteCounts;
  readonly jobs: JobCounts;
  readonly counters: CounterCounts;
  readonly problems: Problems;
  readonly options: SiteOptions;
}

/** What was found where, for the reader and for the manifest. */
export function siteReport(result: SiteResult): ImportReport {
  const { files, problems } = result;
  const known = new Set(result.known.map(({ file }) => file));
  const ignored = files.filter((file) => !known.has(file)).map(({ origin }) => origin);
  for (const origin of ignored)
    problems.note({ code: 'FILES-IGNORED', what: 'files of no known format', example: basename(origin) });
  const facts = manifestFacts(result);
  return {
    sets: readReports(result, facts),
    ignored,
    bytes: files.reduce((sum, { size }) => sum + size, 0),
    facts,
  };
}

function manifestFacts({
  found,
  family,
  origin,
  problems,
  site,
  counters,
  options,
}: SiteResult): ManifestFacts {
  const { hosts, switches } = site.network;
  return {
    title: `Fabric of ${formatExact(hosts.length, '')} hosts and ${formatExact(switches.length, '')} switches`,
    origin: origin === null ? null : String(BigInt(Math.round(origin)) * 1_000_000_000n),
    network: describeFamily(family),
    interval: counters.interval,
    metrics: [...counters.metrics],
    provenance: found.map((entry) => provenanceOf(entry, options)),
    diagnostics: problems.diagnostics(),
  };
}

function provenanceOf(
  { reader, file }: FabricFile,
  { timeZone = 'UTC' }: SiteOptions,
): Manifest['provenance'][number] {
  const zone = reader.tells === 'jobs' ? { timeZone } : {};
  return {
    kind: 'import',
    facts: { format: reader.title, source: file.origin, files: 1, bytes: file.size, ...zone },
  };
}

function readReports(
  { found, family, site, routes, jobs, counters }: SiteResult,
  facts: ManifestFacts,
): ReadReport[] {
  const { network, lids } = site;
  const missing = family.missing
    ? Object.entries(family.missing).map(([name, count]) => [`missing ${name}`, count])
    : [];
  const counts: Record<string, Readonly<Record<string, number>>> = {
    topology: {
      hosts: network.hosts.length,
      switches: network.switches.length,
      links: network.linkCount / 2,
      lids: lids.lid.length,
      ...Object.fromEntries(missing),
    },
    routes: { ...routes },
    jobs: { ...jobs },
    counters: { readings: counters.readings, rows: counters.rows },
  };
  const kinds = new Set(found.map(({ reader }) => reader.tells));
  return [...kinds]
    .filter((kind) => kind in counts)
    .map((kind) => ({
      format: found.find(({ reader }) => reader.tells === kind)!.reader.title,
      counts: counts[kind],
      diagnostics: [],
      facts,
    }));
}

import { networkTables, type TableSink } from '@weft/model';
import { detectReader, type ImportReport, type SourceFile, withOrigin } from '@weft/readers';
import type { FabricFile, SiteOptions } from './fabric-reader.ts';
import { JobFacts } from './facts/job-facts.ts';
import { Problems } from './facts/problems.ts';
import { RouteFacts } from './facts/route-facts.ts';
import type { SiteFacts } from './facts/site-facts.ts';
import { TopologyFacts } from './facts/topology-facts.ts';
import { fabricReaders } from './registry.ts';
import { assembleSite } from './site/assemble-site.ts';
import type { Site } from './site/site.ts';
import { siteOrigin } from './site/site-origin.ts';
import { writeJobs } from './site/write-jobs.ts';
import { writeRoutes } from './site/write-routes.ts';
import { siteReport } from './site-report.ts';
import { counterFiles, writeCounters } from './write-counters.ts';

export function findFabricFiles(files: readonly SourceFile[]): FabricFile[] {
  return files.flatMap((file) => {
    const reader = detectReader(file, fabricReaders);
    return reader ? [{ reader, file }] : [];
  });
}

/**
 * Makes one dataset of a fabric's topology, forwarding tables and jobs. Files name things by GUID, LID or name; all are
 * read before anything gets its id, so their order does not matter.
 */
export async function importSite(
  files: readonly SourceFile[],
  sink: TableSink,
  options: SiteOptions = {},
): Promise<ImportReport> {
  try {
    const problems = new Problems(options.keepGoing ?? false);
    const known = findFabricFiles(files);
    const found = takeOneTopology(known, problems);
    const facts = await readFacts(found, problems, options);
    const { site, family } = assembleSite(facts, problems);
    const { timeZone = 'UTC', signal, onProgress } = options;
    const context = { problems, timeZone, signal, onProgress };
    const samples = await counterFiles(found, facts, context);
    const times = samples.map(({ time }) => time);
    const origin = siteOrigin(facts, [...times, options.notAfter ?? null]);
    await writeNetwork(site, sink);
    const routes = await writeRoutes(facts.routes, site, origin ?? 0, sink, problems);
    const jobs = await writeJobs(facts.jobs, site, origin ?? 0, sink, problems);
    const counters = await writeCounters({
      files: samples,
      site,
      origin: origin ?? 0,
      sink,
      problems,
      context,
    });
    return siteReport({
      files,
      known,
      found,
      site,
      family,
      origin,
      routes,
      jobs,
      counters,
      problems,
      options,
    });
  } catch (error) {
    throw withOrigin(error, files);
  }
}

async function writeNetwork({ network, lids }: Site, sink: TableSink): Promise<void> {
  const { vertices, links } = networkTables(network);
  if (vertices.rows > 0) await sink.write('vertices', vertices);
  if (links.rows > 0) await sink.write('links', links);
  if (lids.lid.length > 0) await sink.write('lids', { rows: lids.lid.length, columns: lids });
}

async function readFacts(
  found: readonly FabricFile[],
  problems: Problems,
  { timeZone = 'UTC', signal, onProgress }: SiteOptions,
): Promise<SiteFacts> {
  const facts = {
    topology: new TopologyFacts(problems),
    routes: new RouteFacts(),
    jobs: new JobFacts(problems),
    sampleTimes: new Map<string, number>(),
  };
  for (const [done, { reader, file }] of found.entries()) {
    onProgress?.({ label: 'reading the fabric', done, total: found.length, unit: 'files' });
    await reader.read?.({ file, problems, timeZone, signal }, facts);
  }
  return facts;
}

/** Several descriptions of one fabric would describe every node twice: the most precise format is taken. */
function takeOneTopology(found: readonly FabricFile[], problems: Problems): FabricFile[] {
  const best = fabricReaders.find(
    ({ tells, name }) => tells === 'topology' && found.some(({ reader }) => reader.name === name),
  );
  return found.filter(({ reader, file }) => {
    if (reader.tells !== 'topology' || reader === best) return true;
    problems.note({
      code: 'TOPOLOGY-LEFT-OUT',
      what: `other descriptions of the topology than ${best?.title}`,
      example: reader.title,
      place: { file: file.origin },
    });
    return false;
  });
}

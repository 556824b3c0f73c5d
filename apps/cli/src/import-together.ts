import { importSite, type SiteOptions } from '@weft/fabric';
import type { Diagnostic, Manifest, Network, TableSink } from '@weft/model';
import { FabricSink, FabricTraceSink, LINK_METRIC } from '@weft/placing';
import {
  CountingSink,
  type ImportOptions,
  type ImportReport,
  importSources,
  type SourceFile,
  type Sources,
} from '@weft/readers';

interface Together {
  /** Files of the fabric, and the rest. */
  readonly fabric: readonly SourceFile[];
  readonly trace: Sources;
}

const SECOND = 1_000_000_000n;

/**
 * Imports a trace beside the fabric it ran on. The fabric comes first, with a time 0 that is no later than that of the
 * trace, which a first reading tells.
 */
export async function importTogether(
  { fabric, trace }: Together,
  sink: TableSink,
  options: ImportOptions & SiteOptions,
): Promise<ImportReport> {
  const first = await importSources(trace, new CountingSink(), { ...options, dryRun: true });
  const began = first.facts.origin ?? null;
  const site = new FabricSink(sink);
  const known = await importSite(fabric, site, {
    ...options,
    notAfter: began === null ? null : Number(BigInt(began) / SECOND),
  });
  const time = timeBetween(known.facts.origin ?? null, began);
  const target = new FabricTraceSink(sink, { time: time ?? 0, jobs: site.jobs });
  const read = await importSources(trace, target, options);
  const network = site.network();
  const unplaced = network ? await target.finish(network) : [];
  const modelled = network && !site.isMeasured ? await countOnLinks(target, site, network, time ?? 0) : null;
  return {
    sets: [...known.sets, ...read.sets],
    ignored: read.ignored,
    bytes: known.bytes + read.bytes,
    facts: {
      ...known.facts,
      ...modelled?.facts,
      title: `${known.facts.title}, with ${read.facts.title}`,
      provenance: [...(known.facts.provenance ?? []), ...(read.facts.provenance ?? [])],
      diagnostics: [
        ...(known.facts.diagnostics ?? []),
        ...(read.facts.diagnostics ?? []),
        ...unplaced,
        ...(modelled?.diagnostics ?? []),
        ...(time === null ? [notAligned(read)] : []),
      ],
    },
  };
}

/** Where links were not measured, the messages of the trace are counted on them by the routes of the fabric. */
async function countOnLinks(target: FabricTraceSink, site: FabricSink, network: Network, time: number) {
  const { routing, told } = site.routing(network, time);
  const { interval, carried, lost } = await target.writeLoads(routing);
  const by = told
    ? 'the forwarding tables of the fabric'
    : `${routing.name} routes, since there are no tables`;
  const doc = `bytes of the messages of the trace whose route uses the link, by ${by}: modelled, not measured`;
  const unrouted = 'bytes of messages whose ranks are on unknown hosts, or that no route connects';
  const noPath = lost > 0 ? [{ code: 'NO-PATH', count: lost, text: unrouted }] : [];
  if (carried === 0) return { facts: {}, diagnostics: noPath };
  return {
    facts: { metrics: [{ ...LINK_METRIC, doc }], interval, timeRange: null },
    diagnostics: [{ code: 'MODELLED', count: carried, text: doc }, ...noPath],
  };
}

/** Nanoseconds between two times 0; null where one has no calendar, or the trace is too old to be told exactly. */
function timeBetween(site: Manifest['origin'], trace: Manifest['origin']): number | null {
  if (site === null || trace === null) return null;
  const between = BigInt(trace) - BigInt(site);
  return between >= 0n && between < BigInt(Number.MAX_SAFE_INTEGER) ? Number(between) : null;
}

function notAligned({ sets }: ImportReport): Diagnostic {
  const text =
    'traces that begin at time 0 of the fabric, since they do not tell when they ran or ran 104 days before the rest';
  return { code: 'NOT-ALIGNED', count: sets.length, text };
}

import type { TableSink } from '@weft/model';
import { placementNamed } from '@weft/network';
import type { ImportReport } from '@weft/readers';
import { PlacingSink } from './placing-sink.ts';
import { parseTraceNetwork } from './trace-network.ts';
import { LINK_METRIC } from './write-link-loads.ts';

/** What `weft import` is told about the network. */
export interface PlacingFlags {
  readonly network: string;
  readonly placement: string;
  readonly ranksPerHost: number;
}

/** Checks the flags before anything is read; then imports with the ranks on the hosts of that network. */
export function preparePlacing({ network: text, placement: name, ranksPerHost }: PlacingFlags) {
  const { network, facts } = parseTraceNetwork(text);
  const placement = placementNamed(name);
  return {
    async importInto(
      sink: TableSink,
      read: (sink: TableSink) => Promise<ImportReport>,
    ): Promise<ImportReport> {
      const placing = new PlacingSink(sink);
      const report = await read(placing);
      const { interval, bytesLost } = await placing.place(
        network,
        placement,
        ranksPerHost,
        report.facts.timeRange?.[1] ?? 0,
      );
      const placed = { kind: 'placement', facts: { network: text, placement: name, ranksPerHost } };
      const provenance = [...(report.facts.provenance ?? []), placed];
      const diagnostics = [...(report.facts.diagnostics ?? [])];
      if (bytesLost > 0)
        diagnostics.push({
          code: 'NO-WAY',
          count: bytesLost,
          text: 'bytes of messages for which no way leads',
        });
      // Without a time range the store finds it in the tables: the last interval ends behind the last call.
      const own = {
        network: facts,
        metrics: [LINK_METRIC],
        interval,
        timeRange: null,
        provenance,
        diagnostics,
      };
      return { ...report, facts: { ...report.facts, ...own } };
    },
  };
}

import type { TableSink } from '@weft/model';
import { placementNamed } from '@weft/network';
import type { ImportReport } from '@weft/readers';
import { PlacingSink } from './placing-sink.ts';
import { parseTraceNetwork } from './trace-network.ts';

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
      await placing.place(network, placement, ranksPerHost);
      const placed = { kind: 'placement', facts: { network: text, placement: name, ranksPerHost } };
      const provenance = [...(report.facts.provenance ?? []), placed];
      return { ...report, facts: { ...report.facts, network: facts, provenance } };
    },
  };
}

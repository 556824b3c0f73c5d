import { createNetwork, type ManifestFacts, type Network, networkTables, type TableSink } from '@weft/model';
import { placementNamed } from '@weft/network';
import type { FabricSpeed } from '@weft/simulate';
import { PlacingSink } from './placing-sink.ts';
import { parseTraceNetwork } from './trace-network.ts';
import { LINK_METRIC } from './write-link-loads.ts';

/** Where the ranks of a trace go. */
interface PlacingOptions {
  /** A family with its numbers, or the name of a file that `readText` reads. */
  readonly network: string;
  /** Name of a placement. */
  readonly placement: string;
  readonly ranksPerHost: number;
  /** Replays the messages on links of this speed; null where they are not. */
  readonly replayAt: FabricSpeed | null;
  readText(file: string): string;
}

/** What an import says at its end; placing adds to the facts. */
interface Report {
  readonly facts: ManifestFacts;
}

/** Checks the options before anything is read; then imports with the ranks on the hosts of that network. */
export function preparePlacing({
  network: text,
  placement: name,
  ranksPerHost,
  replayAt,
  readText,
}: PlacingOptions) {
  const { network: described, facts } = parseTraceNetwork(text, readText);
  const bandwidth = replayAt?.bandwidth;
  const network = bandwidth === undefined ? described : withBandwidth(described, bandwidth);
  const placement = placementNamed(name);
  return {
    async importInto<R extends Report>(sink: TableSink, read: (sink: TableSink) => Promise<R>): Promise<R> {
      const placing = new PlacingSink(sink);
      const report = await read(placing);
      const { interval, bytesLost, replay } = await placing.place(
        network,
        placement,
        ranksPerHost,
        report.facts.timeRange?.[1] ?? 0,
        replayAt,
      );
      const assumed = { network: text, placement: name, ranksPerHost, ...(bandwidth && { bandwidth }) };
      const placed = { kind: 'placement', facts: assumed };
      const provenance = [...(report.facts.provenance ?? []), placed, ...(replay?.provenance ?? [])];
      const diagnostics = [...(report.facts.diagnostics ?? []), ...(replay?.diagnostics ?? [])];
      if (bytesLost > 0)
        diagnostics.push({
          code: 'NO-PATH',
          count: bytesLost,
          text: 'bytes of messages between hosts that no route connects',
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

/** Links whose capacity is not known get the one they are replayed with. */
function withBandwidth(network: Network, bandwidth: number): Network {
  const { vertices, links } = networkTables(network);
  const capacity = links.columns.capacity.map((own) => (own > 0 ? own : bandwidth));
  return createNetwork(vertices.columns, { ...links.columns, capacity });
}

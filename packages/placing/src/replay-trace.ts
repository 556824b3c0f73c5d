import type { Diagnostic, ManifestFacts, TableSink } from '@weft/model';
import type { Routing } from '@weft/network';
import { createFabric, type FabricSpeed, replayMessages } from '@weft/simulate';
import type { SentRows } from './sent-rows.ts';

/** More messages are not replayed: their hops would not be animated either. */
export const MOST_REPLAYED = 1_000_000;
/** Nanoseconds; the event model counts picoseconds, exactly up to 9007 s. */
const LONGEST = 8000e9;

type Provenance = NonNullable<ManifestFacts['provenance']>[number];

export interface ReplayedTrace {
  readonly provenance: readonly Provenance[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Sends the messages of a trace through the event model, as early as the trace has them, and writes their hops. */
export async function replayTrace(
  sent: SentRows,
  routing: Routing,
  hostOf: (job: number, rank: number) => number,
  speed: FabricSpeed,
  sink: TableSink,
): Promise<ReplayedTrace> {
  if (sent.beyond > 0 || sent.last > LONGEST) return notReplayed(sent);
  const fabric = createFabric(routing.network, speed, [{ from: 0, routing }]);
  const { crossed, hopsLeftOut } = await replayMessages(fabric, sent.inOrder(hostOf), sink);
  const facts = {
    modelled: 'hops: when messages cross the links, not measured',
    messages: crossed,
    ...speed,
  };
  return {
    provenance: crossed > 0 ? [{ kind: 'replay', facts }] : [],
    diagnostics: unmodelled(sent.incomplete + hopsLeftOut),
  };
}

function notReplayed({ count, beyond, incomplete }: SentRows): ReplayedTrace {
  return { provenance: [], diagnostics: unmodelled(count + beyond + incomplete) };
}

function unmodelled(messages: number): Diagnostic[] {
  if (messages === 0) return [];
  const text = `messages that were not replayed: no time, sender or receiver, or a trace of more than ${MOST_REPLAYED.toLocaleString('en-US')} messages or 8000 s`;
  return [{ code: 'NOT-REPLAYED', count: messages, text }];
}

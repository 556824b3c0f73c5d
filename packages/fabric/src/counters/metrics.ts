import type { MetricInfo } from '@weft/model';

/** A counter of ports as a metric of links. */
export interface CounterMetric extends MetricInfo {
  /** What one count is worth in the unit. */
  readonly scale: number;
  /** The link that leaves the port, or the one that enters it. */
  readonly side: 'out' | 'in';
}

type Known = readonly [name: string, unit: string, side: 'out' | 'in', doc: string, keys: readonly string[]];

const WORD = 4;

/** InfiniBand counts data in words of four bytes. */
const inWords: readonly Known[] = [
  ['data_sent', 'B', 'out', 'bytes that left on the link', ['portxmitdata', 'xmitdata']],
  ['data_received', 'B', 'in', 'bytes that arrived from the link', ['portrcvdata']],
];

const inUnits: readonly Known[] = [
  [
    'data_sent',
    'B',
    'out',
    'bytes that left on the link',
    ['datasent', 'bytessent', 'transmitdatabytes', 'datatransmittedbytes'],
  ],
  [
    'data_received',
    'B',
    'in',
    'bytes that arrived from the link',
    ['datareceived', 'bytesreceived', 'rcvdata', 'receivedatabytes', 'datareceivedbytes'],
  ],
  [
    'packets_sent',
    'packets',
    'out',
    'packets that left on the link',
    ['xmitpkts', 'xmitpackets', 'transmitpackets', 'packetstransmitted', 'packetssent'],
  ],
  [
    'packets_received',
    'packets',
    'in',
    'packets that arrived from the link',
    ['rcvpkts', 'rcvpackets', 'receivepackets', 'packetsreceived'],
  ],
  [
    'unicast_sent',
    'packets',
    'out',
    'unicast packets that left on the link',
    ['unicastxmitpkts', 'unicastxmitpackets', 'unicasttransmitpackets', 'unicastpacketstransmitted'],
  ],
  [
    'unicast_received',
    'packets',
    'in',
    'unicast packets that arrived from the link',
    ['unicastrcvpkts', 'unicastrcvpackets', 'unicastreceivepackets', 'unicastpacketsreceived'],
  ],
  [
    'multicast_sent',
    'packets',
    'out',
    'multicast packets that left on the link',
    ['multicastxmitpkts', 'multicastxmitpackets', 'multicasttransmitpackets', 'multicastpacketstransmitted'],
  ],
  [
    'multicast_received',
    'packets',
    'in',
    'multicast packets that arrived from the link',
    ['multicastrcvpkts', 'multicastrcvpackets', 'multicastreceivepackets', 'multicastpacketsreceived'],
  ],
  [
    'xmit_wait',
    'ticks',
    'out',
    'ticks in which data waited for the link; how long a tick is depends on the device',
    ['xmitwait', 'transmitwait'],
  ],
  [
    'symbol_errors',
    'count',
    'in',
    'symbols received with an error',
    ['symbolerrorcounter', 'symbolerror', 'symbolerrors'],
  ],
  [
    'link_recoveries',
    'count',
    'out',
    'times the port retrained its link',
    ['linkerrorrecoverycounter', 'linkerrorrecovery'],
  ],
  [
    'link_downed',
    'count',
    'out',
    'times the link of the port went down',
    ['linkdownedcounter', 'linkdowned'],
  ],
  [
    'receive_errors',
    'count',
    'in',
    'packets received with an error',
    ['rcverrors', 'receiveerrors', 'errorsreceived'],
  ],
  [
    'remote_physical_errors',
    'count',
    'in',
    'packets that the far end had marked as bad',
    ['rcvremotephysicalerrors', 'receiveremotephysicalerrors', 'remotephysicalerrors'],
  ],
  [
    'switch_relay_errors',
    'count',
    'in',
    'packets that the switch could not forward',
    ['rcvswitchrelayerrors', 'receiveswitchrelayerrors'],
  ],
  [
    'discards',
    'count',
    'out',
    'packets dropped because the link was down or blocked',
    ['xmitdiscards', 'transmitdiscards', 'discardstransmitted'],
  ],
  [
    'transmit_constraint_errors',
    'count',
    'out',
    'packets not sent by a rule of the port',
    ['xmitconstrainterrors', 'transmitconstrainterrors'],
  ],
  [
    'receive_constraint_errors',
    'count',
    'in',
    'packets not taken by a rule of the port',
    ['rcvconstrainterrors', 'receiveconstrainterrors'],
  ],
  [
    'link_integrity_errors',
    'count',
    'in',
    'times that local errors went over their threshold',
    ['locallinkintegrityerrors'],
  ],
  [
    'buffer_overruns',
    'count',
    'in',
    'times that packets overran the buffer',
    ['excessivebufferoverrunerrors', 'excessivebufferoverrun'],
  ],
  ['vl15_dropped', 'count', 'in', 'management packets dropped for want of room', ['vl15dropped']],
  ['qp1_dropped', 'count', 'in', 'packets for queue pair 1 dropped', ['qp1dropped']],
];

/** Fields of dumps that are no counters. */
const NO_COUNTERS = new Set(['select', 'counterselect', 'counterselect2', 'counterselect2f', 'querytime']);

const known = new Map<string, CounterMetric>([
  ...inWords.flatMap((entry) => entriesOf(entry, WORD)),
  ...inUnits.flatMap((entry) => entriesOf(entry, 1)),
]);

function entriesOf([name, unit, side, doc, keys]: Known, scale: number): [string, CounterMetric][] {
  return keys.map((key) => [key, { name, unit, side, doc, scale, kind: 'amount' }]);
}

/**
 * The metric of a counter under the name that a tool gives it: PortXmitWait, port_xmit_wait,
 * infiniband_switch_port_transmit_wait_total. A counter that nobody knows keeps its name; null = no counter.
 */
export function counterMetric(label: string): CounterMetric | null {
  const bare = label.replace(/^(?:node_)?infiniband_(?:switch_|hca_)?/i, '').replace(/_total$/i, '');
  const key = bare.toLowerCase().replace(/[^a-z0-9]/g, '');
  const short = key.replace(/^port(?=.)/, '');
  const metric = known.get(key) ?? known.get(short);
  if (metric) return metric;
  if (short === '' || NO_COUNTERS.has(short)) return null;
  const name = bare.replace(/[^A-Za-z0-9]+/g, '_');
  return {
    name,
    unit: unitOfCounter(name),
    side: 'out',
    doc: `the counter ${label}`,
    scale: 1,
    kind: 'amount',
  };
}

function unitOfCounter(name: string): string {
  if (/packets|pkts/i.test(name)) return 'packets';
  if (/^flits/i.test(name)) return 'flits';
  return /bytes/i.test(name) ? 'B' : 'count';
}

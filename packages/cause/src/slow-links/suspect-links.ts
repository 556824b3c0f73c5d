import type { TableFrame } from '@weft/model';
import { PS_PER_NS } from '@weft/simulate';
import type { Machine } from '../machine/machine.ts';
import type { RecordedMessages } from '../run/recorded-run.ts';
import { matchMessages } from './matched-messages.ts';
import { MessagePaths } from './message-paths.ts';

/** A message is slow where it takes so much longer than in the model. */
const SLOW = 1.25;
/** Messages that occupy a link for less tell nothing about its speed (nanoseconds). */
const LEAST_TIME = 20;
const MOST_SUSPECTS = 4;

/** Links that may be slow: no message crossed them as fast as they are described. */
export interface SuspectLinks {
  /** Links that the same messages cross, which nothing tells apart. */
  readonly links: readonly number[];
  /** The share of its speed that the fastest message over it leaves it. */
  readonly share: number;
  /** How well "slow" and "crosses this link" agree, from 0 to 1. */
  readonly score: number;
}

export interface Residual {
  readonly suspects: readonly SuspectLinks[];
  /** Nanoseconds by which messages of the job differ from the model, added up. */
  readonly amount: number;
}

export type ModelledMessages = TableFrame<
  'messages',
  'id' | 'job' | 'src' | 'dst' | 'step' | 'send_start' | 'send_end'
>;

interface LinkFacts {
  /** Messages that cross it, of all jobs, and those of them that are slow. */
  crossed: number;
  slow: number;
  /** Slow messages of the job in question. */
  own: number;
  /** The least time beyond latencies, against that at full speed: observed and modelled. */
  observed: number;
  modelled: number;
  /** Differs for links that different messages cross. */
  mark: number;
}

/** Compares the messages of a run with a model of it, and ranks the links that may be slow. */
export function findSuspectLinks(
  machine: Machine,
  observed: RecordedMessages,
  modelled: ModelledMessages,
  job: number,
  usual = 1,
): Residual {
  const facts = new Map<number, LinkFacts>();
  const paths = new MessagePaths(machine);
  const pairs = matchMessages(observed, modelled);
  const { columns } = observed;
  let ownSlow = 0;
  let amount = 0;
  for (let pair = 0; pair < pairs.observed.length; pair++) {
    const row = pairs.observed[pair];
    const other = pairs.modelled[pair];
    if (columns.send_end[row] < 0) continue;
    const links = paths.of(columns.job[row], columns.src[row], columns.dst[row], columns.send_start[row]);
    if (links.length === 0) continue;
    const took = columns.send_end[row] - columns.send_start[row];
    const should = modelled.columns.send_end[other] - modelled.columns.send_start[other];
    const isOwn = columns.job[row] === job;
    const isSlow = took > SLOW * usual * should;
    if (isOwn) amount += Math.abs(took - should);
    if (isOwn && isSlow) ownSlow++;
    addMessage(machine, facts, links, columns.bytes[row], took, should, isSlow, isOwn, row);
  }
  return { suspects: rank(facts, ownSlow, usual), amount };
}

function addMessage(
  { fabric, described }: Machine,
  facts: Map<number, LinkFacts>,
  links: Int32Array,
  bytes: number,
  took: number,
  should: number,
  isSlow: boolean,
  isOwn: boolean,
  row: number,
): void {
  const fixed = (links.length * fabric.latency + (links.length - 1) * fabric.switchDelay) / PS_PER_NS;
  for (const link of links) {
    const full = (bytes * described.psPerByte[link]) / PS_PER_NS;
    let known = facts.get(link);
    if (!known) {
      known = {
        crossed: 0,
        slow: 0,
        own: 0,
        observed: Number.POSITIVE_INFINITY,
        modelled: Number.POSITIVE_INFINITY,
        mark: 0,
      };
      facts.set(link, known);
    }
    known.crossed++;
    if (isSlow) known.slow++;
    if (isSlow && isOwn) known.own++;
    known.mark = (Math.imul(known.mark, 31) + Math.imul(row + 1, 0x9e3779b1)) | 0;
    if (full < LEAST_TIME) continue;
    known.observed = Math.min(known.observed, (took - fixed) / full);
    known.modelled = Math.min(known.modelled, (should - fixed) / full);
  }
}

function rank(facts: ReadonlyMap<number, LinkFacts>, ownSlow: number, usual: number): SuspectLinks[] {
  const groups = new Map<string, { links: number[]; facts: LinkFacts }>();
  for (const [link, known] of facts) {
    const slower = known.observed / known.modelled;
    if (known.own === 0 || !Number.isFinite(slower) || slower < SLOW * usual) continue;
    const key = `${known.mark} ${known.crossed}`;
    const group = groups.get(key);
    if (group) group.links.push(link);
    else groups.set(key, { links: [link], facts: known });
  }
  return [...groups.values()]
    .map(({ links, facts: known }) => ({
      links: links.sort((a, b) => a - b),
      share: Math.min(1, Math.max(1e-4, known.modelled / known.observed)),
      score: harmonicMean(known.slow / known.crossed, known.own / Math.max(1, ownSlow)),
    }))
    .sort((a, b) => b.score - a.score || a.share - b.share || a.links[0] - b.links[0])
    .slice(0, MOST_SUSPECTS);
}

function harmonicMean(precision: number, recall: number): number {
  return precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);
}

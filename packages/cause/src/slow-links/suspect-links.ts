import type { Network } from '@weft/model';
import { PS_PER_NS } from '@weft/simulate';
import type { Machine } from '../machine/machine.ts';
import type { RecordedMessages } from '../run/recorded-run.ts';
import { comparedTimes, type ModelledMessages, residualAmount } from './compared-times.ts';
import { MessageMatcher } from './matched-messages.ts';
import { MessagePaths } from './message-paths.ts';

/** A message is slow where it takes so much longer than in the model. */
const SLOW = 1.25;
/** The same where the run shared links otherwise than the model. */
const SLOW_OTHERWISE = 1.5;
/** Messages that occupy a link for less tell nothing about its speed (nanoseconds). */
const LEAST_TIME = 20;
const MOST_SUSPECTS = 5;
/** Links that are named at most where nothing tells them apart. */
export const MOST_NAMED = 4;
const NO_LINKS = new Int32Array();

/** Links that may be slow: no message crossed them as fast as they are described. */
export interface SuspectLinks {
  /** Links that the same messages cross, which nothing tells apart. */
  readonly links: readonly number[];
  /** How many they are, where not all are named. */
  readonly alike: number;
  /** The share of its speed that the fastest message over it leaves it. */
  readonly share: number;
  /** How well "slow" and "crosses this link" agree, from 0 to 1: of its messages, and of the time that messages are late. */
  readonly score: number;
}

export interface Residual {
  readonly suspects: readonly SuspectLinks[];
  /** Nanoseconds by which messages of the job differ from the model, added up. */
  readonly amount: number;
}

interface LinkFacts {
  /** Messages that cross it, of all jobs; those compared with the model, and those of them that are slow. */
  crossed: number;
  compared: number;
  slow: number;
  /** Nanoseconds by which slow messages of the job in question are late. */
  own: number;
  /** The least time beyond latencies, against that at full speed: observed and modelled. */
  observed: number;
  modelled: number;
  /** Differs for links that different messages cross. */
  mark: number;
}

/** Compares the messages of a run with models of it. What the run itself tells of links is found once. */
export class LinkSuspicion {
  private readonly observed: RecordedMessages;
  private readonly paths: MessagePaths;
  private readonly matcher: MessageMatcher;
  /** By link; none where nothing crosses it. */
  private readonly known: readonly (LinkFacts | undefined)[];

  /** All models must have the tables of this machine. */
  constructor(machine: Machine, observed: RecordedMessages) {
    this.observed = observed;
    this.paths = new MessagePaths(machine);
    this.matcher = new MessageMatcher(observed);
    this.known = observedFacts(machine, observed, this.paths);
  }

  /** Ranks the links that may be slow, by the messages of one job. */
  compare(machine: Machine, modelled: ModelledMessages, job: number): Residual {
    const { observed, paths, matcher } = this;
    const facts = this.known.map((known) => known && { ...known });
    const least = machine.sharedOtherwise ? SLOW_OTHERWISE : SLOW;
    const compared = comparedTimes(observed, modelled, matcher, machine.sharedOtherwise);
    const { columns } = observed;
    let ownLate = 0;
    for (let pair = 0; pair < compared.rows.length; pair++) {
      const row = compared.rows[pair];
      const links = linksOf(paths, observed, row);
      const should = compared.should[pair];
      const isOwn = columns.job[row] === job;
      const isSlow = compared.took[pair] > least * should;
      const late = isOwn && isSlow ? compared.took[pair] - should : 0;
      ownLate += late;
      for (const link of links) {
        const known = facts[link];
        if (!known) continue;
        known.compared++;
        if (isSlow) known.slow++;
        known.own += late;
        known.modelled = Math.min(known.modelled, slowness(machine, links, link, columns.bytes[row], should));
      }
    }
    return {
      suspects: rank(facts, ownLate, least, machine),
      amount: residualAmount(compared, observed, job),
    };
  }
}

/** What the messages of all jobs tell of the links they cross: a fast one exonerates its links. */
function observedFacts(
  machine: Machine,
  observed: RecordedMessages,
  paths: MessagePaths,
): (LinkFacts | undefined)[] {
  const facts: (LinkFacts | undefined)[] = Array.from({ length: machine.fabric.network.linkCount });
  const { bytes, send_start, send_end } = observed.columns;
  for (let row = 0; row < observed.rows; row++) {
    const links = linksOf(paths, observed, row);
    for (const link of links) {
      const known = facts[link] ?? emptyFacts();
      facts[link] = known;
      const took = send_end[row] - send_start[row];
      known.crossed++;
      known.mark = (Math.imul(known.mark, 31) + Math.imul(row + 1, 0x9e3779b1)) | 0;
      known.observed = Math.min(known.observed, slowness(machine, links, link, bytes[row], took));
    }
  }
  return facts;
}

function emptyFacts(): LinkFacts {
  const never = Number.POSITIVE_INFINITY;
  return { crossed: 0, compared: 0, slow: 0, own: 0, observed: never, modelled: never, mark: 0 };
}

function linksOf(paths: MessagePaths, { columns }: RecordedMessages, row: number): Int32Array {
  if (columns.send_end[row] < 0) return NO_LINKS;
  return paths.of(columns.job[row], columns.src[row], columns.dst[row], columns.send_start[row]);
}

/** Time of a message beyond latencies, against what its bytes take on a link at full speed. */
function slowness(
  { fabric, described }: Machine,
  links: Int32Array,
  link: number,
  bytes: number,
  took: number,
): number {
  const fixed = (links.length * fabric.latency + (links.length - 1) * fabric.switchDelay) / PS_PER_NS;
  const full = (bytes * described.psPerByte[link]) / PS_PER_NS;
  return full < LEAST_TIME ? Number.POSITIVE_INFINITY : (took - fixed) / full;
}

function rank(
  facts: readonly (LinkFacts | undefined)[],
  ownLate: number,
  least: number,
  { fabric }: Machine,
): SuspectLinks[] {
  const groups = new Map<string, { links: number[]; facts: LinkFacts }>();
  for (const [link, known] of facts.entries()) {
    if (!known) continue;
    const slower = known.observed / known.modelled;
    if (known.own === 0 || !Number.isFinite(slower) || slower < least) continue;
    const key = `${known.mark} ${known.crossed}`;
    const group = groups.get(key);
    if (group) group.links.push(link);
    else groups.set(key, { links: [link], facts: known });
  }
  return [...groups.values()]
    .map(({ links, facts: known }) => ({
      links: nameable(links, fabric.network),
      alike: links.length,
      share: Math.min(1, Math.max(1e-4, known.modelled / known.observed)),
      score: harmonicMean(known.slow / Math.max(1, known.compared), known.own / Math.max(1, ownLate)),
    }))
    .sort((a, b) => b.score - a.score || a.share - b.share || a.links[0] - b.links[0])
    .slice(0, MOST_SUSPECTS);
}

/** Of links that nothing tells apart at most four are named, those between switches first: hosts have fewer and shorter ones. */
function nameable(links: readonly number[], { links: { src, dst }, hosts }: Network): number[] {
  const ends = new Set(hosts);
  const atHost = (link: number) => Number(ends.has(src[link]) || ends.has(dst[link]));
  return links
    .toSorted((a, b) => atHost(a) - atHost(b) || a - b)
    .slice(0, MOST_NAMED)
    .sort((a, b) => a - b);
}

function harmonicMean(precision: number, recall: number): number {
  return precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);
}

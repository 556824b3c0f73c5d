import { NONE, textColumn } from '@weft/model';
import { countCommunities } from '../assignment/partition-difference.ts';
import { bestCount } from '../community-clustering/best-communities.ts';
import { countReorderings } from '../crossing-order/count-crossings.ts';
import type { CommgramModel } from './commgram-model.ts';
import type { Commgram, CommgramPhase } from './commgram-session.ts';
import { phaseModularity } from './phase-picture.ts';

export function phasesFrame({ phases, differences, heights, patterns }: Commgram) {
  const numbers = (value: (phase: CommgramPhase, at: number) => number) => Float64Array.from(phases, value);
  return {
    rows: phases.length,
    columns: {
      phase: Int32Array.from(phases, (_, at) => at),
      start: numbers((phase) => phase.start),
      end: numbers((phase) => phase.end),
      from: numbers((phase) => phase.from),
      messages: numbers((phase) => phase.messages),
      bytes: numbers((phase) => phase.bytes),
      communities: Int32Array.from(phases, (phase) => countCommunities(phase.labels)),
      height: heights,
      difference: differences,
      pattern: textColumn(patterns.names),
      kind: patterns.kinds,
      outlier: Int32Array.from(phases, (_, at) => (patterns.outliers.includes(at) ? 1 : 0)),
      modularity: numbers(phaseModularity),
      best_communities: Int32Array.from(phases, ({ picture }) => bestCount(picture.tree)),
      crossings_before: numbers(({ picture }) => picture.order.before),
      crossings_after: numbers(({ picture }) => picture.order.after),
      reorderings: numbers(({ picture }, at) =>
        at > 0 ? countReorderings(phases[at - 1].picture.order.positions, picture.order.positions) : 0,
      ),
    },
  };
}

/** One row per phase and rank. */
export function membersFrame({ phases, ranks }: Commgram) {
  const rows = phases.length * ranks;
  const phase = new Int32Array(rows);
  const rank = new Int32Array(rows);
  const community = new Int32Array(rows);
  const position = new Int32Array(rows);
  phases.forEach(({ labels, picture }, p) => {
    const base = p * ranks;
    phase.fill(p, base, base + ranks);
    for (let r = 0; r < ranks; r++) rank[base + r] = r;
    community.set(labels, base);
    position.set(picture.order.positions, base);
  });
  return { rows, columns: { phase, rank, community, position } };
}

/** One row per phase and community. `position` is the place of its first member, they are adjacent. */
export function communitiesFrame({ phases }: Commgram) {
  const rows = phases.flatMap((phase, p) => communityRows(phase, p));
  const column = (name: keyof CommunityRow) => Float64Array.from(rows, (row) => row[name]);
  const index = (name: keyof CommunityRow) => Int32Array.from(rows, (row) => row[name]);
  return {
    rows: rows.length,
    columns: {
      phase: index('phase'),
      community: index('community'),
      members: index('members'),
      position: index('position'),
      bytes_in: column('bytesIn'),
      bytes_out: column('bytesOut'),
      bytes_within: column('bytesWithin'),
      messages_in: column('messagesIn'),
      messages_out: column('messagesOut'),
      messages_within: column('messagesWithin'),
    },
  };
}

interface CommunityRow {
  phase: number;
  community: number;
  members: number;
  position: number;
  bytesIn: number;
  bytesOut: number;
  bytesWithin: number;
  messagesIn: number;
  messagesOut: number;
  messagesWithin: number;
}

function communityRows(phase: CommgramPhase, p: number): CommunityRow[] {
  const { labels, picture } = phase;
  const rows: CommunityRow[] = Array.from({ length: countCommunities(labels) }, (_, community) => ({
    phase: p,
    community,
    members: 0,
    position: labels.length,
    bytesIn: 0,
    bytesOut: 0,
    bytesWithin: 0,
    messagesIn: 0,
    messagesOut: 0,
    messagesWithin: 0,
  }));
  labels.forEach((label, rank) => {
    rows[label].members++;
    rows[label].position = Math.min(rows[label].position, picture.order.positions[rank]);
  });
  const { src, dst, bytes, messages } = picture.traffic;
  for (let e = 0; e < src.length; e++) {
    const from = rows[labels[src[e]]];
    const to = rows[labels[dst[e]]];
    if (from === to) {
      from.bytesWithin += bytes[e];
      from.messagesWithin += messages[e];
    } else {
      from.bytesOut += bytes[e];
      from.messagesOut += messages[e];
      to.bytesIn += bytes[e];
      to.messagesIn += messages[e];
    }
  }
  return rows;
}

/** Runs of phases of one kind. */
export function sectionsFrame({ patterns }: Commgram) {
  const { sections, kinds } = patterns;
  return {
    rows: sections.length,
    columns: {
      first: Int32Array.from(sections, ([first]) => first),
      phases: Int32Array.from(sections, ([first, end]) => end - first),
      kind: Int32Array.from(sections, ([first]) => kinds[first]),
    },
  };
}

/** Sequences of phases that occur again: one row per occurrence. */
export function motifsFrame({ patterns }: Commgram) {
  const rows = patterns.motifs.flatMap(({ length, starts }, motif) =>
    starts.map((first) => [motif, first, length]),
  );
  return {
    rows: rows.length,
    columns: {
      motif: Int32Array.from(rows, ([motif]) => motif),
      first: Int32Array.from(rows, ([, first]) => first),
      phases: Int32Array.from(rows, ([, , length]) => length),
    },
  };
}

/** One row about the whole. */
export function summaryFrame(model: CommgramModel, { patterns, ranks, phases }: Commgram) {
  return {
    rows: 1,
    columns: {
      ranks: Int32Array.of(ranks),
      phases: Int32Array.of(phases.length),
      messages: Float64Array.of(model.messages),
      untimed: Float64Array.of(model.untimed),
      exact: Int32Array.of(model.exact ? 1 : 0),
      logical: Int32Array.of(model.timeModel === 'logical' ? 1 : 0),
      period: Int32Array.of(patterns.period),
      section_period: Int32Array.of(patterns.section?.period ?? 0),
      section_from: Int32Array.of(patterns.section?.from ?? NONE),
      section_end: Int32Array.of(patterns.section?.end ?? NONE),
      patterns: Int32Array.of(patterns.patterns.length),
    },
  };
}

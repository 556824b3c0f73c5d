import { defineTable } from '@weft/model';

const phase = { kind: 'int32', doc: 'number of the phase, from 0' } as const;
const community = { kind: 'int32', doc: 'number of the community within its phase' } as const;
const bytes = { kind: 'int64', unit: 'B', doc: 'bytes sent' } as const;
const messages = { kind: 'int64', unit: 'messages', doc: 'messages sent' } as const;

export const commgramResult = {
  phases: defineTable('phases', 'One row per phase.', {
    phase,
    start: { kind: 'float64', unit: 'ns', doc: 'first message sent' },
    end: { kind: 'float64', unit: 'ns', doc: 'last message received' },
    from: { kind: 'float64', unit: 'ns', doc: 'earliest representative time of its messages' },
    messages,
    bytes,
    communities: { kind: 'int32', doc: 'number of communities' },
    height: { kind: 'float64', doc: 'of the curve' },
    difference: { kind: 'float64', doc: 'of its communities from those of the phase before' },
    pattern: { kind: 'text', optional: true, doc: 'phases with the same name are alike' },
    kind: { kind: 'int32', doc: 'the same number for phases that are alike' },
    outlier: { kind: 'int32', doc: '1 = unlike all others, or out of step with the period' },
    modularity: { kind: 'float64', doc: 'of its communities' },
    best_communities: { kind: 'int32', doc: 'number of communities with the highest modularity' },
    crossings_before: { kind: 'float64', doc: 'crossings of ribbons in the order of ranks' },
    crossings_after: { kind: 'float64', doc: 'crossings of ribbons in the order shown' },
    reorderings: { kind: 'float64', doc: 'pairs of ranks in another order than in the phase before' },
  }),
  communities: defineTable('communities', 'One row per phase and community.', {
    phase,
    community,
    members: { kind: 'int32', doc: 'number of ranks' },
    position: { kind: 'int32', doc: 'place of its first rank; members stand side by side' },
    bytes_in: bytes,
    bytes_out: bytes,
    bytes_within: bytes,
    messages_in: messages,
    messages_out: messages,
    messages_within: messages,
  }),
  members: defineTable('members', 'One row per phase and rank.', {
    phase,
    rank: { kind: 'int32', doc: 'world rank' },
    community,
    position: { kind: 'int32', doc: 'place of the rank in the phase' },
  }),
  ribbons: defineTable(
    'ribbons',
    'One row per phase, sending and receiving community that exchange anything.',
    {
      phase,
      src_community: community,
      dst_community: community,
      bytes,
      messages,
    },
  ),
  sections: defineTable('sections', 'Runs of phases that are alike.', {
    first: { kind: 'int32', doc: 'first phase' },
    phases: { kind: 'int32', doc: 'number of phases' },
    kind: { kind: 'int32', doc: 'kind of the phases' },
  }),
  motifs: defineTable('motifs', 'Sequences of phases that occur again: one row per occurrence.', {
    motif: { kind: 'int32', doc: 'number of the sequence' },
    first: { kind: 'int32', doc: 'first phase' },
    phases: { kind: 'int32', doc: 'number of phases' },
  }),
  summary: defineTable('summary', 'One row about the whole.', {
    ranks: { kind: 'int32', doc: 'number of ranks' },
    phases: { kind: 'int32', doc: 'number of phases' },
    messages: { kind: 'int64', unit: 'messages', doc: 'messages with a time' },
    untimed: { kind: 'int64', unit: 'messages', doc: 'messages left out because no time of theirs is known' },
    exact: { kind: 'int32', doc: '1 = the phases are those of clustering every message' },
    logical: { kind: 'int32', doc: '1 = phases by logical time, 0 = by the clock' },
    period: { kind: 'int32', doc: 'phases after which everything comes again; 0 = not found' },
    section_period: {
      kind: 'int32',
      doc: 'phases after which everything comes again in a part of the run; 0 = there is no such part, or all of it is',
    },
    section_from: { kind: 'int32', optional: true, doc: 'first phase of that part' },
    section_end: { kind: 'int32', optional: true, doc: 'phase after its last' },
    patterns: { kind: 'int32', doc: 'number of patterns' },
  }),
};

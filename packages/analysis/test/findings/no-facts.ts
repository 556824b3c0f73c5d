import type { FindingFacts } from '../../src/finding-facts/finding-facts.ts';

/** A dataset that tells nothing. */
export const noFacts: FindingFacts = {
  traffic: null,
  jobs: null,
  senders: null,
  waiting: [],
  sent: new Map(),
  phases: null,
  rhythm: 0,
  errors: [],
  uncomparedMessages: 0,
  diagnostics: [],
  origin: null,
};

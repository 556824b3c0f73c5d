import { expect, it } from 'vitest';
import { rankFindings } from '../../src/finding-order/rank-findings.ts';
import { findingSearches } from '../../src/finding-registry.ts';
import { noFacts } from './no-facts.ts';

it('says last that a trace is too large to compare its phases and ranks', () => {
  const found = rankFindings(findingSearches, { ...noFacts, uncomparedMessages: 14_900_000 });
  expect(found.map(({ kind }) => kind)).toEqual(['nothing', 'unread']);
  expect(found[1]).toMatchObject({ value: 14_900_000, unit: 'count' });
  expect(found[1].text).toBe('Phases and ranks were not compared: 14,900,000 rows of messages are too many.');
  expect(rankFindings(findingSearches, noFacts).map(({ kind }) => kind)).toEqual(['nothing']);
});

it('takes what says how much there is, that it is modelled or that it sends nothing for no loss', () => {
  const told = ['SENDS', 'MODELLED', 'SENDS-TO-PROC-NULL', 'RECEIVES-CANCELLED'].map((code) => ({
    code,
    count: 9,
    text: code,
  }));
  const lost = { code: 'NO-PATH', count: 2, text: 'pairs of hosts that no route connects' };
  const found = rankFindings(findingSearches, { ...noFacts, diagnostics: [...told, lost] });
  expect(found.filter(({ kind }) => kind === 'unread').map(({ text }) => text)).toEqual([
    'The import notes: pairs of hosts that no route connects (2 times).',
  ]);
});

import { analyses, readNeeds } from '@weft/analysis';
import { type AnyQuery, isSumQuery } from '@weft/model';
import type { Dataset } from '@weft/store';

/** Parameters with which an analysis asks what it does not ask without any. */
const choices: Readonly<Record<string, readonly object[]>> = {
  'call-profile': [
    { summed: true, openCall: 'MPI_Isend' },
    { summed: true, totals: false, time: [0, 3e6], openRank: 1 },
  ],
  commgram: [{ collectives: true, timeModel: 'logical' }],
  'find-region': [{ pattern: 'm', time: 1000, step: -1 }],
  'hottest-links': [{ metric: 'data_sent', time: [0, 5e6] }],
  'link-candidates': [{ links: [0] }],
  'link-pairs': [{ links: [0, 3] }],
  'link-shares': [{ links: [0, 3] }, { links: [1], source: 'counters' }],
  'matrix-tiles': [
    { summed: true, cells: 4, top: 5, topRanks: [1, 2] },
    { summed: true, reading: 'sums', job: 0, cells: 4, top: 5, topBy: 'count' },
    { measure: 'waiting', order: 'host' },
  ],
  timeline: [
    { source: 'events' },
    { reading: 'window', job: 0, time: [0, 3e6] },
    { reading: 'sums', maxSpans: 0 },
  ],
  'timeline-call': [{ rank: 1, time: 1500, job: 0, reading: 'window' }],
  'timeline-stack': [{ ranks: [1], time: [0, 3e6] }],
};

/** Every different question that the analyses send to a dataset. */
export async function sentQueries(dataset: Dataset): Promise<AnyQuery[]> {
  const sent = new Map<string, AnyQuery>();
  const read = (query: AnyQuery) => {
    sent.set(JSON.stringify(query), query);
    return dataset.read(query);
  };
  for (const { name, params, needs } of analyses) {
    for (const given of [{}, ...(choices[name] ?? [])]) {
      const chosen = params.parse(given);
      await readNeeds((known) => needs(chosen, known), read);
    }
  }
  return [...sent.values()];
}

/** Rows that nobody put in order are a set. */
export function isOrdered(query: AnyQuery): boolean {
  return isSumQuery(query) || (query.orderBy ?? []).length > 0;
}

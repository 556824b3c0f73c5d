import { type MeasureName, measureRanks, RankGraphBuilder } from '@weft/analysis';
import { ccdf, largestGap } from '@weft/layout';
import { constantText } from '@weft/model';
import { loadStudy, prepareScenario } from '@weft/simulate';
import { beforeAll, describe, expect, it } from 'vitest';

type Values = Readonly<Record<MeasureName, Float64Array>>;

const measured = new Map<string, Values>();

/** Measures of the traffic that a study sends, without simulating it. */
async function measureStudy(code: string): Promise<Values> {
  const { scenario, place } = loadStudy(`code-${code}`);
  const [job] = prepareScenario(scenario, place).jobs;
  const builder = new RankGraphBuilder();
  for (const { src, dst, bytes, call } of job.phases()) {
    const rows = src.length;
    builder.add({
      rows,
      src,
      dst,
      bytes,
      count: new Float64Array(rows).fill(1),
      call: constantText(call, rows),
    });
  }
  return (await measureRanks(builder.build())).values;
}

beforeAll(async () => {
  for (const code of ['cactus', 'ij', 'milc', 'namd', 'tgyro']) measured.set(code, await measureStudy(code));
});

function valuesOf(code: string, measure: MeasureName): Float64Array {
  return measured.get(code)![measure];
}

/** Largest differences of the CCDFs of two codes, to two digits. */
function gaps(one: string, two: string): Record<string, number> {
  const gap = (measure: MeasureName): number =>
    Number(largestGap(ccdf(valuesOf(one, measure)), ccdf(valuesOf(two, measure))).gap.toFixed(2));
  return {
    degree: gap('degree'),
    betweenness: gap('betweenness'),
    transitivity: gap('transitivity'),
    pagerank: gap('pagerank'),
  };
}

const falling = (values: Float64Array): number[] => [...values].sort((a, b) => b - a);

describe('the stand-ins of codes', () => {
  it('ij and namd are alike by degree and PageRank alone (HP-17)', () => {
    expect(gaps('ij', 'namd')).toEqual({
      degree: 0.2,
      betweenness: 0.61,
      transitivity: 0.94,
      pagerank: 0.17,
    });
  });

  it('cactus and tgyro have similar degrees but for one manager, and differ in betweenness and transitivity (HP-8, 16)', () => {
    expect(gaps('cactus', 'tgyro')).toEqual({
      degree: 0.25,
      betweenness: 0.98,
      transitivity: 0.94,
      pagerank: 0.27,
    });
    const [manager, next] = falling(valuesOf('tgyro', 'degree'));
    expect([manager, next, Math.max(...valuesOf('cactus', 'degree'))]).toEqual([141, 15, 18]);
  });

  it('cactus and milc have similar betweenness, but for two ranks, and other degrees (HP-18)', () => {
    expect(gaps('cactus', 'milc')).toEqual({
      degree: 1,
      betweenness: 0.19,
      transitivity: 0.16,
      pagerank: 0.34,
    });
    const [first, second, third] = falling(valuesOf('cactus', 'betweenness'));
    expect([first, second, third, Math.max(...valuesOf('milc', 'betweenness'))].map(Math.round)).toEqual([
      308, 193, 123, 125,
    ]);
  });
});

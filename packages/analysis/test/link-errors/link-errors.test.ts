import { textColumn } from '@weft/model';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linkErrors } from '../../src/link-errors/link-errors.ts';
import { findOutliers } from '../../src/link-errors/outliers.ts';

const LINKS = 20;

function run(samples: readonly (readonly [link: number, metric: string, value: number])[], limit = 20) {
  const counters = {
    rows: samples.length,
    columns: {
      link: Int32Array.from(samples, ([link]) => link),
      metric: textColumn(samples.map(([, metric]) => metric)),
      value: Float64Array.from(samples, ([, , value]) => value),
    },
  };
  const ids = Int32Array.from({ length: LINKS }, (_, id) => id);
  const links = {
    rows: LINKS,
    columns: {
      id: ids,
      src: ids,
      src_port: ids.map((id) => id + 1),
      dst: ids.map((id) => (id + 1) % LINKS),
      dst_port: ids,
    },
  };
  const vertices = {
    rows: LINKS,
    columns: { id: ids, name: textColumn(Array.from(ids, (id) => `leaf ${id}`)) },
  };
  const answer = linkErrors.run({ counters, links, vertices }, { time: null, limit }, {});
  if (answer instanceof Promise) throw new Error('answers at once');
  const { link, counter, amount, from, from_port, to, others } = answer.links.columns;
  return Array.from(link, (id, row) => [
    id,
    counter.dictionary[counter.codes[row]],
    amount[row],
    `${from.dictionary[from.codes[row]]} port ${from_port[row]} > ${to.dictionary[to.codes[row]]}`,
    others[row],
  ]);
}

describe('links with errors', () => {
  it('are those with any where most have none, summed over time, with their cable', () => {
    expect(
      run([
        [3, 'symbol_errors', 2],
        [3, 'symbol_errors', 5],
        [4, 'link_downed', 1],
      ]),
    ).toEqual([
      [4, 'link_downed', 1, 'leaf 4 port 5 > leaf 5', 0],
      [3, 'symbol_errors', 7, 'leaf 3 port 4 > leaf 4', 0],
    ]);
  });

  it('are none where all wait alike, and one that waits far longer', () => {
    const alike = Array.from({ length: LINKS }, (_, link) => [link, 'xmit_wait', 100 + (link % 5)] as const);
    expect(run(alike)).toEqual([]);
    expect(run([...alike, [7, 'xmit_wait', 900]]).map(([link]) => link)).toEqual([7]);
  });

  it('says how many more there are', () => {
    const samples = [1, 2, 3].map((link) => [link, 'discards', link] as const);
    expect(run(samples, 1)).toEqual([[3, 'discards', 3, 'leaf 3 port 4 > leaf 4', 2]]);
  });

  it('stand out by more than twice the median, whatever the order of links', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(1000), { minLength: 1 }), (values) => {
        const { found, median } = findOutliers(Float64Array.from(values));
        for (const at of found) expect(values[at]).toBeGreaterThan(2 * median);
        const turned = findOutliers(Float64Array.from(values.toReversed()));
        const amounts = (at: number) => values[values.length - 1 - at];
        expect(turned.found.map(amounts)).toEqual(found.map((at) => values[at]));
      }),
    );
  });
});

import { NONE, textColumn } from '@weft/model';

export interface LinkShare {
  readonly job: number;
  readonly bytes: number;
  readonly low: number;
  readonly high: number;
}

export interface SharesOfLink {
  readonly link: number;
  readonly bytes: number;
  readonly shares: readonly LinkShare[];
  readonly source: 'loads' | 'counters' | 'none';
  readonly range: readonly [number, number];
  readonly windows: number;
  readonly routing: string;
}

export function sharesFrame(found: readonly SharesOfLink[]) {
  const rows = found.flatMap(({ link, bytes, shares, source }) =>
    [...shares]
      .sort((a, b) => b.bytes - a.bytes || a.job - b.job)
      .concat(source === 'counters' ? [unexplained(bytes, shares)] : [])
      .map((share) => ({ link, ...share })),
  );
  return {
    rows: rows.length,
    columns: {
      link: Int32Array.from(rows, ({ link }) => link),
      job: Int32Array.from(rows, ({ job }) => job),
      bytes: Float64Array.from(rows, ({ bytes }) => bytes),
      low: Float64Array.from(rows, ({ low }) => low),
      high: Float64Array.from(rows, ({ high }) => high),
    },
  };
}

/** What is left of the total, so that all add up to it. */
function unexplained(bytes: number, shares: readonly LinkShare[]): LinkShare {
  const rest = bytes - shares.reduce((sum, share) => sum + share.bytes, 0);
  return { job: NONE, bytes: rest, low: rest, high: rest };
}

export function summaryFrame(found: readonly SharesOfLink[]) {
  return {
    rows: found.length,
    columns: {
      link: Int32Array.from(found, ({ link }) => link),
      bytes: Float64Array.from(found, ({ bytes }) => bytes),
      source: textColumn(found.map(({ source }) => source)),
      start: Float64Array.from(found, ({ range }) => range[0]),
      end: Float64Array.from(found, ({ range }) => range[1]),
      windows: Int32Array.from(found, ({ windows }) => windows),
      routing: textColumn(found.map(({ routing }) => routing)),
    },
  };
}

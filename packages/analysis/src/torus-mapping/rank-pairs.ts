import type { TableFrame } from '@weft/model';

/** What ranks of one job send to each other: one entry for each ordered pair. */
export interface RankPairs {
  readonly ranks: number;
  readonly src: Int32Array;
  readonly dst: Int32Array;
  readonly bytes: Float64Array;
  readonly messages: Float64Array;
}

type SentFrame = TableFrame<'messages', 'src' | 'dst' | 'bytes' | 'count'>;

/** Adds up messages between ranks below `ranks`; those to the rank itself never leave its node. */
export async function sumRankPairs(
  frames: AsyncIterable<SentFrame> | Iterable<SentFrame>,
  ranks: number,
): Promise<RankPairs> {
  const places = new Map<number, number>();
  const src: number[] = [];
  const dst: number[] = [];
  const bytes: number[] = [];
  const messages: number[] = [];
  for await (const { rows, columns } of frames) {
    for (let row = 0; row < rows; row++) {
      const [from, to] = [columns.src[row], columns.dst[row]];
      if (from < 0 || to < 0 || from === to || from >= ranks || to >= ranks) continue;
      const key = from * ranks + to;
      let place = places.get(key);
      if (place === undefined) {
        place = src.length;
        places.set(key, place);
        src.push(from);
        dst.push(to);
        bytes.push(0);
        messages.push(0);
      }
      bytes[place] += columns.bytes[row];
      messages[place] += columns.count[row];
    }
  }
  return {
    ranks,
    src: Int32Array.from(src),
    dst: Int32Array.from(dst),
    bytes: Float64Array.from(bytes),
    messages: Float64Array.from(messages),
  };
}

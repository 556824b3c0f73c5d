import { NONE, type TextColumn, WeftError } from '@weft/model';

/**
 * The distinct texts of one column of one part. Batches come with dictionaries of their own; only
 * the texts that rows use are taken over.
 */
export class PartDictionary {
  readonly texts: string[] = [];
  private readonly known = new Map<string, number>();
  /** Code of this part for each code of the last batch's dictionary; -1 = not met yet. */
  private source: readonly string[] | null = null;
  private translation = new Int32Array(0);

  translate(column: TextColumn, name: string): Int32Array {
    const { codes, dictionary } = column;
    this.follow(dictionary);
    const translation = this.translation;
    const out = new Int32Array(codes.length);
    for (let row = 0; row < codes.length; row++) {
      const code = codes[row];
      if (code < 0) out[row] = NONE;
      else {
        const own = translation[code];
        out[row] = own >= 0 ? own : this.take(code, row, name);
      }
    }
    return out;
  }

  private follow(dictionary: readonly string[]): void {
    if (this.source === dictionary && this.translation.length >= dictionary.length) return;
    const next = new Int32Array(dictionary.length).fill(NONE);
    if (this.source === dictionary) next.set(this.translation);
    this.source = dictionary;
    this.translation = next;
  }

  private take(code: number, row: number, name: string): number {
    const text = this.source?.[code];
    if (text === undefined) {
      throw new WeftError({
        code: 'BAD-BATCH',
        message: `column ${name}: row ${row} has code ${code}, the dictionary has ${this.source?.length}`,
      });
    }
    let own = this.known.get(text);
    if (own === undefined) {
      own = this.texts.push(text) - 1;
      this.known.set(text, own);
    }
    this.translation[code] = own;
    return own;
  }
}

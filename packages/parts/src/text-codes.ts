import { NONE, type TextColumn, WeftError } from '@weft/model';

/**
 * A text column of a row group as codes into its own distinct texts. Batches come with dictionaries of
 * their own; only the texts that rows use are taken over.
 */
export class TextCodes {
  codes = new Int32Array(0);
  texts: string[] = [];
  private known = new Map<string, number>();
  /** Code of this row group for each code of the last batch's dictionary; -1 = not met yet. */
  private source: readonly string[] | null = null;
  private translation = new Int32Array(0);

  /** Forgets the texts and starts the next row group. */
  clear(): void {
    this.texts = [];
    this.known = new Map();
    this.source = null;
  }

  /** Puts rows [from, to) of a column at row `at`; `name` is for messages. */
  append(column: TextColumn, from: number, to: number, at: number, name: string): void {
    this.follow(column.dictionary);
    const { codes, translation } = this;
    const source = column.codes;
    for (let row = from; row < to; row++) {
      const code = source[row];
      if (code < 0) codes[at + row - from] = NONE;
      else {
        const own = translation[code];
        codes[at + row - from] = own >= 0 ? own : this.take(code, row, name);
      }
    }
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

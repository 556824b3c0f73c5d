import { NONE, type TextColumn, WeftError } from '@weft/model';
import { isConstant, larger } from './numbers.ts';
import type { ChunkData } from './parquet/column-chunk.ts';

/**
 * A text column of a row group as codes into its own distinct texts. Batches come with dictionaries of
 * their own; only the texts that rows use are taken over.
 */
export class TextCodes {
  texts: string[] = [];
  private codes = new Int32Array(0);
  /** The code of all rows so far, which take no room as long as they have the same; null once they have not. */
  private same: number | null = NONE;
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

  /** The rows so far, for a row group. */
  data(): ChunkData {
    return this.same === null
      ? { codes: this.codes, texts: this.texts }
      : { constant: this.same, texts: this.texts };
  }

  /** The codes of so many rows. */
  codesOf(rows: number): Int32Array {
    return this.same === null ? this.codes.subarray(0, rows) : new Int32Array(rows).fill(this.same);
  }

  /** Puts rows [from, to) of a column at row `at`, of `capacity` that there will be; `name` is for messages. */
  append(column: TextColumn, from: number, to: number, at: number, capacity: number, name: string): void {
    this.follow(column.dictionary);
    if (this.same !== null && isConstant(column.codes, from, to, column.codes[from])) {
      const own = this.ownCode(column.codes[from], from, name);
      if (at === 0) this.same = own;
      if (own === this.same) return;
    }
    this.makeRoom(at, capacity);
    this.appendEach(column.codes, from, to, at, name);
  }

  private makeRoom(rows: number, capacity: number): void {
    this.codes = larger(this.codes, capacity);
    if (this.same !== null) this.codes.fill(this.same, 0, rows);
    this.same = null;
  }

  private appendEach(source: Int32Array, from: number, to: number, at: number, name: string): void {
    const { codes, translation } = this;
    for (let row = from; row < to; row++) {
      const code = source[row];
      const own = code < 0 ? NONE : translation[code];
      codes[at + row - from] = own >= 0 || code < 0 ? own : this.ownCode(code, row, name);
    }
  }

  private follow(dictionary: readonly string[]): void {
    if (this.source === dictionary && this.translation.length >= dictionary.length) return;
    const next = new Int32Array(dictionary.length).fill(NONE);
    if (this.source === dictionary) next.set(this.translation);
    this.source = dictionary;
    this.translation = next;
  }

  private ownCode(code: number, row: number, name: string): number {
    if (code < 0) return NONE;
    if (this.translation[code] >= 0) return this.translation[code];
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

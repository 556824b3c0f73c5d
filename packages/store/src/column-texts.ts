import type { TableName } from '@weft/model';
import type { ReadColumn } from './query-sql.ts';

/** The texts of a column by code. */
export type Dictionaries = ReadonlyMap<string, readonly string[]>;

/** Asks for the texts of each column once; a failed question is asked again. */
export class ColumnTexts {
  private readonly known = new Map<string, Promise<readonly string[]>>();
  private readonly ask: (table: TableName, column: string) => Promise<readonly string[]>;

  constructor(ask: (table: TableName, column: string) => Promise<readonly string[]>) {
    this.ask = ask;
  }

  /** Of the columns whose texts repeat. */
  async dictionaries(table: TableName, columns: readonly ReadColumn[]): Promise<Dictionaries> {
    const dictionaries = new Map<string, readonly string[]>();
    for (const { name, schema } of columns) {
      if (schema.kind === 'text' && !schema.distinct) dictionaries.set(name, await this.of(table, name));
    }
    return dictionaries;
  }

  private of(table: TableName, column: string): Promise<readonly string[]> {
    const key = `${table}.${column}`;
    const known = this.known.get(key);
    if (known) return known;
    const texts = this.ask(table, column);
    this.known.set(key, texts);
    texts.catch(() => this.known.delete(key));
    return texts;
  }
}

import type { TableName } from '@weft/model';

/** Where the engines' SQL differs. */
export interface SqlDialect {
  /** A text column as it is read: codes or the texts themselves. */
  text(table: TableName, column: string): string;
  /** Whether a regular expression finds something in a text, capitals or not. */
  matches(text: string, pattern: string): string;
  /** An integer, ready to be added up exactly. */
  addend(integer: string): string;
  /** The rows of a query, each once for every integer from `first` to `last`, which is its column `name`. */
  repeat(query: string, name: string, first: string, last: string): string;
  /** Whether rows come in the order they were written. */
  readonly keepsOrder: boolean;
}

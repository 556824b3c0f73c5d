import type { FileContext } from '../fabric-reader.ts';
import { badLine, type Place } from '../facts/problems.ts';
import { eachTextLine } from '../text/each-line.ts';

const COLUMN = /^- \[(\w+), (\w+)\]$/;

/** A row of one of Boxfish's tables: whole numbers below the columns that a YAML header names. */
export interface TableRow {
  readonly names: readonly string[];
  readonly fields: readonly string[];
  readonly place: Place;
}

export async function eachTableRow(
  { file, problems, signal }: Pick<FileContext, 'file' | 'problems' | 'signal'>,
  visit: (row: TableRow) => void,
): Promise<void> {
  const names: string[] = [];
  let inRows = false;
  const read = (text: string, line: number): void => {
    const column = COLUMN.exec(text.trim());
    if (!inRows && column) names.push(column[1]);
    if (!inRows || text.trim() === '') {
      inRows ||= text.trim() === '...';
      return;
    }
    const place = { file: file.origin, line };
    const fields = text.trim().split(/\s+/);
    if (fields.length !== names.length || fields.some((field) => !/^-?\d+$/.test(field)))
      problems.damage(badLine(text, place));
    else visit({ names, fields, place });
  };
  await eachTextLine(file.path, read, signal);
}

/** The field of a column, or an empty text where the table has none of that name. */
export function fieldOf({ names, fields }: TableRow, name: string): string {
  return fields[names.indexOf(name)] ?? '';
}

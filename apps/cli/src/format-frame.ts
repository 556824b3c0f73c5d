import { type AnyColumn, columnLength, type Frame, isList, isText, listAt, textAt } from '@weft/model';
import { alignColumns } from './align-columns.ts';

export type FrameFormat = 'table' | 'csv' | 'json';

export function formatFrame(frame: Frame, format: FrameFormat): string {
  switch (format) {
    case 'table':
      return formatTable(frame);
    case 'csv':
      return formatCsv(frame);
    case 'json':
      return formatJson(frame);
  }
}

function formatTable(frame: Frame): string {
  const columns = Object.entries(frame.columns);
  const right = columns.flatMap(([, column], index) => (isText(column) || isList(column) ? [] : [index]));
  const cells = columns.map(([, column]) => cellTexts(column).map(visible));
  const header = columns.map(([name]) => visible(name));
  const rows = Array.from({ length: frame.rows }, (_, row) => cells.map((column) => column[row]));
  const rule = header.map((name, index) =>
    '-'.repeat(Math.max([...name].length, ...cells[index].map((cell) => [...cell].length))),
  );
  const count = `(${frame.rows.toLocaleString('en-US')} ${frame.rows === 1 ? 'row' : 'rows'})`;
  return [...alignColumns([header, rule, ...rows], right), count].join('\n');
}

/** A cell stays on its line, whatever the text holds. */
function visible(text: string): string {
  return text.replace(/\p{Cc}/gu, (character) => JSON.stringify(character).slice(1, -1));
}

/** A line a record, as pipes and `diff` expect it; quotes where needed; no value is an empty field. */
function formatCsv(frame: Frame): string {
  const columns = Object.entries(frame.columns);
  const cells = columns.map(([, column]) => cellTexts(column));
  const lines = [columns.map(([name]) => csvField(name)).join(',')];
  for (let row = 0; row < frame.rows; row++)
    lines.push(cells.map((column) => csvField(column[row])).join(','));
  return lines.join('\n');
}

function csvField(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** An array of objects, one a line. */
function formatJson(frame: Frame): string {
  const columns = Object.entries(frame.columns).map(([name, column]) => {
    const values = jsonValues(column);
    return { key: JSON.stringify(name), values };
  });
  const lines = Array.from(
    { length: frame.rows },
    (_, row) => `{${columns.map(({ key, values }) => `${key}:${values[row]}`).join(',')}}`,
  );
  return lines.length > 0 ? `[\n${lines.join(',\n')}\n]` : '[]';
}

function jsonValues(column: AnyColumn): string[] {
  return Array.from({ length: columnLength(column) }, (_, row) => {
    if (isText(column)) return JSON.stringify(textAt(column, row));
    if (isList(column)) return `[${listAt(column, row).join(',')}]`;
    return Number.isFinite(column[row]) ? exactDigits(column[row]) : 'null';
  });
}

function cellTexts(column: AnyColumn): string[] {
  return Array.from({ length: columnLength(column) }, (_, row) => {
    if (isText(column)) return textAt(column, row) ?? '';
    if (isList(column)) return `[${listAt(column, row).join(', ')}]`;
    return Number.isNaN(column[row]) ? '' : exactDigits(column[row]);
  });
}

/** Every digit of a number, never an exponent for large ones: `1000000000000000000000`. */
function exactDigits(value: number): string {
  const text = String(value);
  if (!text.includes('e')) return text;
  if (Number.isInteger(value)) return BigInt(value).toString();
  const [digits, exponent] = text.split('e');
  const sign = digits.startsWith('-') ? '-' : '';
  const significant = digits.replace('-', '').replace('.', '');
  return `${sign}0.${'0'.repeat(-Number(exponent) - 1)}${significant}`;
}

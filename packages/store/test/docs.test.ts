import { readFileSync, writeFileSync } from 'node:fs';
import { MANIFEST_VERSION, type TableSchema, tables } from '@weft/model';
import { expect, test } from 'vitest';
import { SQL_TYPES } from '../src/sql-types.ts';
import { sqlViews } from '../src/sql-views.ts';

const page = new URL('../../../docs/data-model.md', import.meta.url);
const SECTION = /(<!-- tables: .* -->\n)([\s\S]*)(<!-- end of tables -->)/;

test('docs/data-model.md lists every table and column as the schemas have them', () => {
  const text = readFileSync(page, 'utf8');
  const expected = `\n${Object.values(tables).map(describeTable).join('\n')}\n`;
  if (process.env.UPDATE_DOCS) writeFileSync(page, text.replace(SECTION, `$1${expected}$3`));
  const [, , found] = SECTION.exec(readFileSync(page, 'utf8')) ?? [];
  expect(found).toBe(expected);
});

const VIEWS = /(<!-- views: .* -->\n)([\s\S]*)(<!-- end of views -->)/;

test('docs/data-model.md lists every view of SQL', () => {
  const text = readFileSync(page, 'utf8');
  const expected = `\n${sqlViews.map(({ schema }) => describeTable(schema)).join('\n')}\n`;
  if (process.env.UPDATE_DOCS) writeFileSync(page, text.replace(VIEWS, `$1${expected}$3`));
  const [, , found] = VIEWS.exec(readFileSync(page, 'utf8')) ?? [];
  expect(found).toBe(expected);
});

const pythonSchema = new URL('../../../python/weft/schema.json', import.meta.url);

test('the Python package knows the same tables and views', () => {
  const expected = `${JSON.stringify(schemaForPython(), null, 2)}\n`;
  if (process.env.UPDATE_DOCS) writeFileSync(pythonSchema, expected);
  expect(JSON.parse(readFileSync(pythonSchema, 'utf8'))).toEqual(JSON.parse(expected));
});

function schemaForPython(): object {
  const columnsOf = ({ name, columns }: TableSchema) =>
    Object.entries(columns).map(([column, { kind, unit, added }]) => ({
      name: column,
      type: SQL_TYPES[kind],
      added,
      time: unit === 'ns' ? (isMoment(name, column) ? 'moment' : 'duration') : undefined,
    }));
  return {
    version: MANIFEST_VERSION,
    tables: Object.fromEntries(Object.values(tables).map((table) => [table.name, columnsOf(table)])),
    views: Object.fromEntries(
      sqlViews.map(({ schema, sql }) => [schema.name, { sql, columns: columnsOf(schema) }]),
    ),
  };
}

/** Columns of nanoseconds that say when, and not how long. */
function isMoment(table: string, column: string): boolean {
  if (['length', 'waited'].includes(column) || /cpu|_calls$/.test(column)) return false;
  return column !== 'time' || ['counters', 'loads', 'rank_counters'].includes(table);
}

function describeTable(schema: TableSchema): string {
  const rows = Object.entries(schema.columns).map(([name, { kind, optional, unit, doc }]) => [
    `\`${name}\``,
    SQL_TYPES[kind],
    optional ? 'yes' : '',
    unit ?? '',
    doc,
  ]);
  const header = ['column', 'type', 'may be NULL', 'unit', 'meaning'];
  const widths = header.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column].length)),
  );
  const line = (cells: string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`;
  const rule = widths.map((width) => '-'.repeat(width));
  return [`### ${schema.name}`, '', schema.doc, '', ...[header, rule, ...rows].map(line), ''].join('\n');
}

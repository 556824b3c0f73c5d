import { type AnyColumn, type ColumnSchema, type Frame, NONE, type TableSchema, valueAt } from '@weft/model';

/** Of the columns that may lack values. */
type ColumnSchemas = Readonly<Record<string, ColumnSchema>>;

const SLICE_ROWS = 4096;

/** Columns as plain JSON, `{rows, columns: {name: [...]}}`, in pieces of some thousand values; text is spelt out, and what is not there is null. */
export function* jsonPieces(frame: Frame, schemas: ColumnSchemas = {}): Generator<string> {
  let before = `{"rows":${frame.rows},"columns":{`;
  for (const [name, column] of Object.entries(frame.columns)) {
    before += `${JSON.stringify(name)}:[`;
    const optional = schemas[name]?.optional ?? false;
    for (let from = 0; from < frame.rows; from += SLICE_ROWS) {
      const length = Math.min(SLICE_ROWS, frame.rows - from);
      const values = Array.from({ length }, (_, row) => jsonValue(column, from + row, optional));
      yield before + JSON.stringify(values).slice(1, -1);
      before = from + length < frame.rows ? ',' : '';
    }
    before += '],';
  }
  yield `${before.replace(/,$/, '')}}}`;
}

function jsonValue(column: AnyColumn, row: number, optional: boolean) {
  const value = valueAt(column, row);
  return optional && value === NONE ? null : value;
}

/** Several frames by name, each as above. */
export function* framesJsonPieces(
  frames: Readonly<Record<string, Frame>>,
  tables: Readonly<Record<string, TableSchema>> = {},
): Generator<string> {
  let before = '{';
  for (const [name, frame] of Object.entries(frames)) {
    yield `${before}${JSON.stringify(name)}:`;
    yield* jsonPieces(frame, tables[name]?.columns);
    before = ',';
  }
  yield before === '{' ? '{}' : '}';
}

export function* encodeTexts(texts: Iterable<string>): Generator<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  for (const text of texts) yield encoder.encode(text);
}

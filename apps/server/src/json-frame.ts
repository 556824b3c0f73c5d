import { type Frame, valueAt } from '@weft/model';

const SLICE_ROWS = 4096;

/** Columns as plain JSON, `{rows, columns: {name: [...]}}`, in pieces of some thousand values; text is spelt out. */
export function* jsonPieces(frame: Frame): Generator<string> {
  let before = `{"rows":${frame.rows},"columns":{`;
  for (const [name, column] of Object.entries(frame.columns)) {
    before += `${JSON.stringify(name)}:[`;
    for (let from = 0; from < frame.rows; from += SLICE_ROWS) {
      const length = Math.min(SLICE_ROWS, frame.rows - from);
      const values = Array.from({ length }, (_, row) => valueAt(column, from + row));
      yield before + JSON.stringify(values).slice(1, -1);
      before = from + length < frame.rows ? ',' : '';
    }
    before += '],';
  }
  yield `${before.replace(/,$/, '')}}}`;
}

/** Several frames by name, each as above. */
export function* framesJsonPieces(frames: Readonly<Record<string, Frame>>): Generator<string> {
  let before = '{';
  for (const [name, frame] of Object.entries(frames)) {
    yield `${before}${JSON.stringify(name)}:`;
    yield* jsonPieces(frame);
    before = ',';
  }
  yield before === '{' ? '{}' : '}';
}

export function* encodeTexts(texts: Iterable<string>): Generator<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  for (const text of texts) yield encoder.encode(text);
}

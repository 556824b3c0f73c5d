import { type Frame, valueAt } from '@weft/model';

/** Columns as plain JSON: `{rows, columns: {name: [...]}}`; text is spelt out. */
export function frameToJson(frame: Frame): { rows: number; columns: Record<string, unknown[]> } {
  const columns = Object.fromEntries(
    Object.entries(frame.columns).map(([name, column]) => [
      name,
      Array.from({ length: frame.rows }, (_, row) => valueAt(column, row)),
    ]),
  );
  return { rows: frame.rows, columns };
}

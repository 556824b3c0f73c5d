// Column by column, each loop in a function of its own: V8 compiles long loops again and again where other code follows.

/** Copies the named rows of a column, in their order, to the beginning of another. */
export function gatherNarrow(column: Int32Array, rows: Uint32Array, target: Int32Array): void {
  for (let at = 0; at < rows.length; at++) target[at] = column[rows[at]];
}

export function gatherWide(column: Float64Array, rows: Uint32Array, target: Float64Array): void {
  for (let at = 0; at < rows.length; at++) target[at] = column[rows[at]];
}

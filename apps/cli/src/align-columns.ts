/** Lines of cells padded to columns two spaces apart; the columns of `right` are aligned at their right. */
export function alignColumns(rows: readonly (readonly string[])[], right: readonly number[] = []): string[] {
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach((cell, column) => {
      widths[column] = Math.max(widths[column] ?? 0, displayWidth(cell));
    });
  }
  return rows.map((row) =>
    row
      .map((cell, column) => {
        const padding = ' '.repeat(widths[column] - displayWidth(cell));
        return right.includes(column) ? padding + cell : cell + padding;
      })
      .join('  ')
      .trimEnd(),
  );
}

function displayWidth(text: string): number {
  return [...text].length;
}

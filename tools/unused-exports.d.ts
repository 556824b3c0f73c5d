export interface UnusedExport {
  readonly path: string;
  readonly name: string;
}

export function unusedExports(
  files: ReadonlyMap<string, string>,
  resolve: (file: string, target: string) => string | null,
): UnusedExport[];

export function folderCycles(imports: readonly (readonly string[])[]): string[][];
export function resolveImport(file: string, target: string): string | null;

export function bundleCommand(root: string, entry: string): Promise<string | null>;

import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The source files below a folder; none where there is no such folder. */
export function sourceFiles(folder, pattern = /\.tsx?$/) {
  let entries = [];
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : sourceFiles(path, pattern);
    return pattern.test(entry.name) ? [path] : [];
  });
}

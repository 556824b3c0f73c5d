import { basename, dirname } from 'node:path';

/** `<root>-<time>-RRRR.bin`: the rank stands only in the name. */
const BIN_NAME = /^(.*)-(\d{4,})\.bin$/i;
const META_NAME = /^(.*)\.meta$/i;

export function rankOfName(path: string): number | null {
  const match = BIN_NAME.exec(basename(path));
  return match ? Number(match[2]) : null;
}

/** Files of one run have the same folder and the same name before the rank. */
export function groupByRun(files: readonly string[]): string[][] {
  const runs = new Map<string, string[]>();
  for (const file of files) {
    const name = basename(file);
    const stem = (BIN_NAME.exec(name) ?? META_NAME.exec(name))?.[1] ?? '';
    const key = `${dirname(file)}/${stem}`;
    const run = runs.get(key);
    if (run) run.push(file);
    else runs.set(key, [file]);
  }
  return [...runs.values()];
}

export function runName(files: readonly string[]): string {
  const name = basename(files[0]);
  return (BIN_NAME.exec(name) ?? META_NAME.exec(name))?.[1] ?? name;
}

/** The key=value lines of a .meta file. */
export function parseMeta(text: string): Map<string, string> {
  const values = new Map<string, string>();
  for (const line of text.split(/\r?\n/)) {
    const at = line.indexOf('=');
    if (at > 0) values.set(line.slice(0, at).trim(), line.slice(at + 1).trim());
  }
  return values;
}

export function looksLikeMeta(text: string): boolean {
  return /^\s*\w+=/.test(text) && /^numprocs=\d+/m.test(text) && /^(fileprefix|startime)=/m.test(text);
}

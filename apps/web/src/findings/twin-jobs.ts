import { type TableFrame, textAt } from '@weft/model';

type Jobs = TableFrame<'jobs'>;

/** Jobs whose names differ in the first word alone, such as `ftree.milc` and `sar.milc`: the same codes under two settings. */
interface TwinJobs {
  readonly settings: readonly [string, string];
  readonly codes: readonly { readonly name: string; readonly jobs: readonly [number, number] }[];
}

/** Null where the jobs do not run under exactly two settings, each code once under both. */
export function twinJobs({ rows, columns }: Jobs): TwinJobs | null {
  const names = Array.from({ length: rows }, (_, row) => splitName(textAt(columns.name, row)));
  const settings = [...new Set(names.map((name) => name?.setting))];
  const [a, b] = settings;
  if (settings.length !== 2 || a === undefined || b === undefined) return null;
  const rowsOf = (setting: string) =>
    new Map(names.flatMap((name, row) => (name?.setting === setting ? [[name.code, row] as const] : [])));
  const [ofA, ofB] = [rowsOf(a), rowsOf(b)];
  if (ofA.size + ofB.size !== rows || ofA.size !== ofB.size) return null;
  const codes = [...ofA].flatMap(([name, row]) => {
    const other = ofB.get(name);
    return other === undefined ? [] : [{ name, jobs: [columns.id[row], columns.id[other]] as const }];
  });
  return codes.length === ofA.size ? { settings: [a, b], codes } : null;
}

function splitName(name: string | null): { setting: string; code: string } | null {
  const at = name?.indexOf('.') ?? -1;
  return name === null || at <= 0 ? null : { setting: name.slice(0, at), code: name.slice(at + 1) };
}

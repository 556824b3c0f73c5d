import { WeftError } from '@weft/model';
import { callGroups } from './call-groups.ts';

/** Which calls an import keeps. */
export interface CallSelection {
  /** Names in lower case, those of groups among them. */
  readonly names: ReadonlySet<string>;
  /** Names that were given one by one, as given. */
  readonly given: readonly string[];
  /** Whether messages without a call name are kept: they count as point-to-point. */
  readonly unnamed: boolean;
}

/** Reads a comma-separated list of call names (with or without MPI_) and groups. */
export function parseCalls(text: string): CallSelection {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  if (parts.length === 0) throw badName(text);
  const groups = parts.filter((part) => callGroups.has(part.toLowerCase()));
  const given = parts.filter((part) => !groups.includes(part)).map(fullName);
  const inGroups = groups.flatMap((group) => callGroups.get(group.toLowerCase()) ?? []);
  return {
    names: new Set([...given, ...inGroups].map((name) => name.toLowerCase())),
    given,
    unnamed: groups.some((group) => group.toLowerCase() === 'p2p'),
  };
}

function fullName(name: string): string {
  if (!/^\w+$/.test(name)) throw badName(name);
  return /^mpi(io|x)?_/i.test(name) ? name : `MPI_${name}`;
}

function badName(name: string): WeftError {
  return new WeftError({
    code: 'BAD-CALLS',
    message: `"${name}" is no call and no group of calls`,
    advice: `Give names such as MPI_Isend or Allreduce, or the groups ${[...callGroups.keys()].join(', ')}.`,
  });
}

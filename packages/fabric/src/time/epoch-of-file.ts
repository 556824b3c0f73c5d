import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { SourceFile } from '@weft/readers';

const CALENDAR = /(\d{4})-?(\d\d)-?(\d\d)[T_.-]?(\d\d)[:.-]?(\d\d)(?:[:.-]?(\d\d))?/;
const UNIX = /(?<!\d)(1\d{9})(?!\d)/;

/**
 * When a dump was made, in Unix seconds: dumps themselves do not say. Taken from the name (a date and time, read as UTC, or
 * Unix seconds), else from the file's date; null for members of archives.
 */
export async function epochOfFile(file: SourceFile): Promise<number | null> {
  return epochOfName(basename(file.origin)) ?? (await fileDate(file.origin));
}

export function epochOfName(name: string): number | null {
  const unix = UNIX.exec(name);
  if (unix) return Number(unix[1]);
  const match = CALENDAR.exec(name);
  if (!match) return null;
  const [year, month, day, hour, minute, second = 0] = match.slice(1).map((part) => Number(part ?? 0));
  const time = Date.UTC(year, month - 1, day, hour, minute, second) / 1000;
  const valid = month >= 1 && month <= 12 && day >= 1 && day <= 31 && hour < 24 && minute < 60;
  return valid && year >= 1990 ? time : null;
}

async function fileDate(path: string): Promise<number | null> {
  const facts = await stat(path).catch(() => null);
  return facts ? Math.floor(facts.mtimeMs / 1000) : null;
}

import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** The token of copied links: it admits readers until it is ended, and is never the server's own. */
export interface SharedAccess {
  /** Null where no link was copied, or all were ended. */
  token(): string | null;
  /** The token of links, made up with the first of them. */
  share(): string;
  /** No link that was copied so far admits anybody any more. */
  end(): void;
}

/** Kept in `file`, so that links outlive the server; without one they end with it. */
export function createSharedAccess(file: string | null = null): SharedAccess {
  let current = file === null ? null : readToken(file);
  return {
    token: () => current,
    share: () => {
      if (current !== null) return current;
      current = randomBytes(24).toString('base64url');
      if (file !== null) writeToken(file, current);
      return current;
    },
    end: () => {
      current = null;
      if (file !== null) rmSync(file, { force: true });
    },
  };
}

function readToken(file: string): string | null {
  try {
    const text = readFileSync(file, 'utf8').trim();
    return /^[\w-]{20,}$/.test(text) ? text : null;
  } catch {
    return null;
  }
}

function writeToken(file: string, token: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${token}\n`, { mode: 0o600 });
}

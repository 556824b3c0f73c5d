import { WeftError } from '@weft/model';

/** The memory of one answer, from its first bytes until the client has them all. */
export interface Lease {
  /** Says how many bytes the answer has grown to; resolves when there is room for them. */
  hold(bytes: number): Promise<void>;
  /** The answer is complete and only has to be taken. */
  complete(): void;
  release(): void;
}

export interface AnswerBudget {
  open(signal?: AbortSignal): Lease;
}

interface Held {
  bytes: number;
  complete: boolean;
}

/** Milliseconds an answer waits for room. */
const PATIENCE = 60_000;

/** Of the whole budget: what a small answer may have, and what all of them have to themselves. */
const SMALL_SHARE = 1 / 64;
const SMALL_ROOM = 1 / 4;

/**
 * One budget for all answers under way. Where it is used up, answers wait until others have been taken; among answers
 * that all grow, the oldest goes on, so that none waits for ever. Small answers have room of their own, so that a few
 * large ones that nobody takes hold nobody else up.
 */
export function createAnswerBudget(total: number, patience = PATIENCE): AnswerBudget {
  const leases = new Set<Held>();
  const waiting = new Set<() => void>();
  const used = (): number => bytesOf([...leases]);
  const wake = (): void => {
    for (const retry of waiting) retry();
  };
  const isSmall = ({ bytes }: Held): boolean => bytes <= total * SMALL_SHARE;
  const mayGrow = (held: Held): boolean => {
    const small = isSmall(held);
    const alike = [...leases].filter((other) => other.bytes > 0 && isSmall(other) === small);
    if (bytesOf(alike) <= total * (small ? SMALL_ROOM : 1 - SMALL_ROOM)) return true;
    return alike[0] === held && alike.every(({ complete }) => !complete);
  };
  const whenItMay = (held: Held, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const settle = (finish: () => void): void => {
        clearTimeout(timer);
        waiting.delete(retry);
        signal?.removeEventListener('abort', leave);
        finish();
      };
      const retry = (): void => {
        if (mayGrow(held)) settle(resolve);
      };
      const leave = (): void => settle(() => reject(cancelled()));
      const timer = setTimeout(() => settle(() => reject(busy(used(), total))), patience);
      waiting.add(retry);
      signal?.addEventListener('abort', leave);
    });
  return {
    open: (signal) => {
      const held: Held = { bytes: 0, complete: false };
      leases.add(held);
      return {
        hold: async (bytes) => {
          const wasSmall = isSmall(held);
          held.bytes = bytes;
          if (wasSmall && !isSmall(held)) wake();
          if (!mayGrow(held)) await whenItMay(held, signal);
        },
        complete: () => {
          held.complete = true;
        },
        release: () => {
          leases.delete(held);
          wake();
        },
      };
    },
  };
}

function bytesOf(leases: readonly Held[]): number {
  return leases.reduce((sum, { bytes }) => sum + bytes, 0);
}

function busy(used: number, total: number): WeftError {
  const mib = (bytes: number) => Math.round(bytes / 2 ** 20);
  return new WeftError({
    code: 'SERVER-BUSY',
    message: `answers under way take ${mib(used)} MiB, and all together may take ${mib(total)} MiB`,
    advice: 'Try again in a while, or ask for less.',
  });
}

function cancelled(): WeftError {
  return new WeftError({ code: 'CANCELLED', message: 'the client went away' });
}

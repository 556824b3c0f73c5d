import { WeftError } from '@weft/model';

/** Bytes on their way to a client, handed over no faster than it takes them. */
export interface BytePipe {
  readonly stream: ReadableStream<Uint8Array<ArrayBuffer>>;
  /** In order; resolves when the client wants more, and rejects where it has taken nothing for too long. */
  push(bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  end(): void;
  fail(error: unknown): void;
}

/** Milliseconds in which a client must take something. */
const PATIENCE = 30_000;

export function createBytePipe(onCancel: () => void, patience = PATIENCE): BytePipe {
  let wanted: () => void = () => undefined;
  let control: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>;
  let open = true;
  let last = Promise.resolve();
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (controller) => {
      control = controller;
    },
    pull: () => wanted(),
    cancel: () => {
      open = false;
      wanted();
      onCancel();
    },
  });
  const whenWanted = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(tooSlow(patience)), patience);
      wanted = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const hand = async (bytes: Uint8Array<ArrayBuffer>): Promise<void> => {
    if (!open) return;
    control.enqueue(bytes);
    if ((control.desiredSize ?? 1) <= 0) await whenWanted();
  };
  const finish = (how: () => void): void => {
    if (open) how();
    open = false;
  };
  return {
    stream,
    push: (bytes) => {
      last = last.then(() => hand(bytes));
      return last;
    },
    end: () => finish(() => control.close()),
    fail: (error) => finish(() => control.error(error)),
  };
}

function tooSlow(patience: number): WeftError {
  return new WeftError({
    code: 'CLIENT-TOO-SLOW',
    message: `the client took nothing of the answer for ${patience / 1000} s`,
  });
}

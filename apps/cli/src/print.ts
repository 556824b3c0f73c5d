import { printable } from './printable.ts';

/** Prints a text with its newline and waits until it is taken. */
export function print(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(`${printable(text)}\n`, (error) =>
      error && !isClosedPipe(error) ? reject(error) : resolve(),
    );
  });
}

/** Says something beside the result, on stderr. */
export function printNote(text: string): void {
  console.error(printable(text));
}

/** `weft ... | head` closes the pipe when it has seen enough: that ends the command, and is no failure. */
export function endQuietlyOnClosedPipe(): void {
  if (!process.stdout.listeners('error').includes(onError)) process.stdout.on('error', onError);
}

function onError(error: Error): void {
  if (isClosedPipe(error)) process.exit(0);
  throw error;
}

function isClosedPipe(error: Error): boolean {
  return (error as NodeJS.ErrnoException).code === 'EPIPE';
}

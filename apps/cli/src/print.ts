import { errorFacts, formatError, WeftError } from '@weft/model';
import { printable } from './printable.ts';

/** Prints a text with its newline and waits until it is taken; where it is not, `endWithOutput` holds. */
export function print(text: string): Promise<void> {
  return new Promise((resolve) => {
    process.stdout.write(`${printable(text)}\n`, () => resolve());
  });
}

/** Says something beside the result, on stderr. */
export function printNote(text: string): void {
  console.error(printable(text));
}

/** Says on stderr why a command failed. */
export function printFailure(error: unknown, wantsJson: boolean): void {
  printNote(wantsJson ? JSON.stringify({ error: errorFacts(error) }) : `weft: ${formatError(error)}`);
}

/** Ends the command where nobody takes its output any more, or a full disk does not. */
export function endWithOutput(): void {
  if (!process.stdout.listeners('error').includes(onError)) process.stdout.on('error', onError);
}

/** `weft ... | head` closes the pipe when it has seen enough: that ends the command, and is no failure. */
function onError(error: NodeJS.ErrnoException): void {
  if (isClosedPipe(error)) process.exit(0);
  const code = error.code === 'ENOSPC' ? 'DISK-FULL' : 'OUTPUT-FAILED';
  const message = `the output cannot be written: ${error.message}`;
  printFailure(new WeftError({ code, message }), process.argv.includes('--json'));
  process.exit(1);
}

function isClosedPipe(error: NodeJS.ErrnoException): boolean {
  return error.code === 'EPIPE';
}

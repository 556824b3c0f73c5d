import { readFile } from 'node:fs/promises';
import { WeftError } from '@weft/model';

/** A file that stages leave for each other. */
export async function readStageFile(path: string): Promise<Buffer> {
  return readFile(path).catch((cause: unknown) => {
    throw new WeftError(
      {
        code: 'STAGE-MISSING',
        message: 'a file that stages leave for each other is not there',
        file: path,
        advice: 'All nodes must see the folder of the dataset under the same path.',
      },
      { cause },
    );
  });
}

export function stageDamaged(file: string, offset?: number): WeftError {
  return new WeftError({
    code: 'STAGE-DAMAGED',
    message: 'a file that stages leave for each other is damaged',
    file,
    offset,
    advice: 'Begin the import again with --force; look after the disk where it happens again.',
  });
}

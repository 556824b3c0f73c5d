import { statSync } from 'node:fs';
import { formatQuantity, WeftError } from '@weft/model';

/** Traces of text shrink to a fiftieth at most; what would grow more than this is no trace. */
const MOST_GROWTH = 200;
/** Small files may grow more: their headers weigh much. */
const ALWAYS_ALLOWED = 64 << 20;

/** Counts what comes out of one packed file, and refuses what no real one would give. */
export class UnpackBudget {
  private readonly file: string;
  private readonly most: number;
  private used = 0;

  constructor(file: string) {
    this.file = file;
    this.most = Math.max(ALWAYS_ALLOWED, statSync(file).size * MOST_GROWTH);
  }

  /** Called before so many bytes are written. */
  take(bytes: number): void {
    this.used += bytes;
    if (this.used <= this.most) return;
    throw new WeftError({
      code: 'ARCHIVE-TOO-LARGE',
      message: `the packed file holds more than ${formatQuantity(this.most, 'B')}, ${MOST_GROWTH} times its own size`,
      file: this.file,
      advice: 'If you trust it, unpack it by hand and import the files.',
    });
  }

  async *count(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const piece of pieces) {
      this.take(piece.length);
      yield piece;
    }
  }
}

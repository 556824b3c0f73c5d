import type { Frame } from '@weft/model';
import type { FrameOptions } from './engine.ts';

/** Makes columns of what an engine answers, piece by piece. */
export interface FrameBuilder<Piece> {
  /** Rows since the last frame. */
  readonly rows: number;
  /** What these rows take in memory. */
  readonly bytes: number;
  add(piece: Piece): void;
  /** The frame of all pieces since the last call. */
  take(): Frame;
}

/** The pieces of an answer as frames of about as many rows as asked for; at least one, that may be empty. */
export async function* gatherFrames<Piece>(
  pieces: AsyncIterable<Piece>,
  builder: FrameBuilder<Piece>,
  { rows, onBytes }: FrameOptions,
): AsyncGenerator<Frame> {
  let isFirst = true;
  for await (const piece of pieces) {
    builder.add(piece);
    if (onBytes) await onBytes(builder.bytes);
    if (builder.rows < rows) continue;
    isFirst = false;
    yield builder.take();
  }
  if (isFirst || builder.rows > 0) yield builder.take();
}

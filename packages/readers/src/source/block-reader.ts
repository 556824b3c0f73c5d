/** Takes bytes out of a stream in pieces of any length. */
export class BlockReader {
  offset = 0;
  ended = false;
  missing = false;
  private readonly chunks: AsyncIterator<Uint8Array>;
  private current: Uint8Array = new Uint8Array(0);

  constructor(bytes: AsyncIterable<Uint8Array>) {
    this.chunks = bytes[Symbol.asyncIterator]();
  }

  /** As many bytes as are left, at most `length`, as one piece. */
  async take(length: number): Promise<Uint8Array> {
    const parts: Uint8Array[] = [];
    for await (const piece of this.pieces(length)) parts.push(piece);
    return parts.length === 1 ? parts[0] : Buffer.concat(parts);
  }

  async *pieces(length: number): AsyncGenerator<Uint8Array> {
    let left = length;
    while (left > 0) {
      if (this.current.length === 0 && !(await this.refill())) {
        this.missing = true;
        return;
      }
      const piece = this.current.subarray(0, Math.min(left, this.current.length));
      this.current = this.current.subarray(piece.length);
      this.offset += piece.length;
      left -= piece.length;
      yield piece;
    }
  }

  private async refill(): Promise<boolean> {
    if (this.ended) return false;
    const { value, done } = await this.chunks.next();
    if (done) {
      this.ended = true;
      return false;
    }
    this.current = value;
    return true;
  }
}

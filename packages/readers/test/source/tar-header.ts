interface TarMember {
  readonly name: string;
  /** Bytes that the header announces. */
  readonly size: number;
  /** `0`: a file; `g`: headers for all that follow. */
  readonly type?: string;
}

/** The block of 512 bytes before the content of a member. */
export function tarHeader({ name, size, type = '0' }: TarMember): Buffer {
  const block = Buffer.alloc(512);
  block.write(name, 0, 100);
  block.write(size.toString(8).padStart(11, '0'), 124);
  block.write(' '.repeat(8), 148);
  block.write(type, 156);
  block.write('ustar\0', 257);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return block;
}

import type { SourceFile } from './open-sources.ts';
import { readHead } from './read-head.ts';

const magics: readonly (readonly [name: string, bytes: readonly number[]])[] = [
  ['a zip archive', [0x50, 0x4b, 0x03, 0x04]],
  ['packed by bzip2', [0x42, 0x5a, 0x68]],
  ['packed by xz', [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00]],
  ['a 7z archive', [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]],
];

/** What a file is that no reader takes, where its first bytes or its name tell; null = not known. */
export function foreignFormat({ path, origin }: SourceFile): string | null {
  if (/\.cubex(:|$)/i.test(origin)) return 'a Cube profile of Score-P or Scalasca, which has no messages';
  const head = readHead(path, 8);
  const found = magics.find(([, bytes]) => bytes.every((byte, at) => head[at] === byte));
  return found ? found[0] : null;
}

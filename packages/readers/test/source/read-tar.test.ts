import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { readTar } from '../../src/source/read-tar.ts';
import { tarHeader } from './tar-header.ts';

interface Member {
  readonly name: string;
  readonly content: string;
  readonly type?: string;
  /** The size the header announces, where it is not that of the content. */
  readonly announced?: number;
}

function header({ name, content, type, announced = content.length }: Member): Buffer {
  return tarHeader({ name, type, size: announced });
}

function archive(members: readonly Member[]): Readable {
  const parts = members.flatMap((member) => {
    const padding = (512 - (member.content.length % 512)) % 512;
    return [header(member), Buffer.from(member.content), Buffer.alloc(padding)];
  });
  return Readable.from([Buffer.concat([...parts, Buffer.alloc(1024)])]);
}

async function read(members: readonly Member[]): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  await readTar(archive(members), 'a.tar', async (name, content) => {
    files[name] = Buffer.concat(await content.toArray()).toString();
  });
  return files;
}

describe('tar archives', () => {
  it('are read with long names of GNU and paths of pax', async () => {
    const long = `${'folder/'.repeat(30)}file`;
    expect(
      await read([
        { name: 'plain', content: 'one' },
        { name: '././@LongLink', type: 'L', content: `${long}\0` },
        { name: 'cut', content: 'two' },
        { name: 'PaxHeader', type: 'x', content: '16 path=renamed\n' },
        { name: 'short', content: 'three' },
        { name: 'folder', type: '5', content: '' },
      ]),
    ).toEqual({ plain: 'one', [long]: 'two', renamed: 'three' });
  });

  it('are damaged where a name announces more bytes than any name has', async () => {
    const members = [{ name: 'x', type: 'L', content: 'name', announced: 6e9 }];
    await expect(read(members)).rejects.toMatchObject({ code: 'DAMAGED-ARCHIVE', offset: 0 });
  });

  it('are cut off where a member is shorter than announced', async () => {
    const members = [{ name: 'x', content: 'little', announced: 6e9 }];
    await expect(read(members)).rejects.toMatchObject({ code: 'DAMAGED-ARCHIVE', file: 'a.tar' });
  });

  it('are refused where a member is stored as a sparse file', async () => {
    await expect(read([{ name: 'holes', type: 'S', content: 'x' }])).rejects.toThrow(
      /holes is stored as a sparse/,
    );
    const pax = { name: 'PaxHeader', type: 'x', content: '22 GNU.sparse.major=1\n' };
    await expect(read([pax, { name: 'holes', content: 'x' }])).rejects.toMatchObject({
      code: 'ARCHIVE-UNSUPPORTED',
    });
  });
});

describe('a header', () => {
  it.each(['L', 'x', 'g', 'K', '5'])('of type %s that announces gigabytes is damaged', async (type) => {
    const huge = { name: 'huge', content: 'x', type, announced: 6e9 };
    await expect(read([huge])).rejects.toMatchObject({ code: 'DAMAGED-ARCHIVE', offset: 0 });
  });
});

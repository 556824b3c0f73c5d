import { existsSync } from 'node:fs';
import { afterEach, expect, it } from 'vitest';
import { createUploadFolders, type UploadFolders } from '../src/imports/upload-folders.ts';

const HOUR = 3_600_000;
let folders: UploadFolders | null = null;
afterEach(() => folders?.close());

const named = (number: number) => `upload-${String(number).padStart(4, '0')}`;

it('uploads that nobody goes on with leave their places and their room to others', async () => {
  let now = 0;
  folders = createUploadFolders(16, () => now);
  const write = (number: number, offset = 0) => folders!.write(named(number), 'a', offset, Uint8Array.of(1));
  for (let number = 0; number < 16; number++) await write(number);
  await expect(write(16)).rejects.toMatchObject({ code: 'UPLOAD-REFUSED' });
  const imported = folders.folderOf(named(3));
  now = HOUR / 3;
  await folders.write(named(5), 'a', 1, new Uint8Array(0));
  now = HOUR / 2 + HOUR / 6;
  await write(16);
  expect([existsSync(imported), existsSync(folders.folderOf(named(5)))]).toEqual([true, true]);
  expect(() => folders?.folderOf(named(4))).toThrow('nothing was uploaded');
  for (let number = 20; number < 33; number++) await write(number);
  await expect(write(40)).rejects.toMatchObject({ code: 'UPLOAD-REFUSED' });
});

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Large and third-party samples live beside the repository, or where WEFT_SHARED says. */
const root = process.env.WEFT_SHARED ?? fileURLToPath(new URL('../../../../shared', import.meta.url));

export function sharedFixtures(format: string): { readonly folder: string; readonly present: boolean } {
  const folder = join(root, 'fixtures', format);
  return { folder, present: existsSync(folder) };
}

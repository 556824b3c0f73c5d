import type { WorkContext } from '@weft/model';
import { UPLOAD_PIECE_BYTES } from '@weft/protocol';
import type { ApiClient } from '../api/api-client.ts';
import type { BroughtFile } from './dropped-files.ts';

/** Brings files to the server and imports them there; the id of the dataset. */
export async function importFiles(
  api: ApiClient,
  files: readonly BroughtFile[],
  context: WorkContext,
): Promise<string> {
  const upload = crypto.randomUUID();
  const total = files.reduce((sum, { file }) => sum + file.size, 0);
  let done = 0;
  for (const { path, file } of files) {
    let offset = 0;
    do {
      const piece = file.slice(offset, offset + UPLOAD_PIECE_BYTES);
      await api.uploadPiece(upload, { path, offset }, piece, { signal: context.signal });
      offset += piece.size;
      done += piece.size;
      context.onProgress?.({ label: 'Uploading', done, total, unit: 'bytes' });
    } while (offset < file.size);
  }
  return api.importUpload(upload, nameOf(files), context);
}

/** The folder or file that was chosen, without its ending. */
function nameOf(files: readonly BroughtFile[]): string {
  const [first] = files[0].path.split('/');
  return first.replace(/\.(tar|tgz|gz|zst|json|txt|csv|xml|meta|weft|otf2)+$/g, '') || 'import';
}

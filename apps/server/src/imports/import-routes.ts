import { WeftError, type WorkContext } from '@weft/model';
import { importBody, paths, UPLOAD_PIECE_BYTES, uploadParams } from '@weft/protocol';
import type { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { answerResponse } from '../answer-response.ts';
import type { Catalog } from '../catalog.ts';
import { checkParams, readBody } from '../http-errors.ts';
import { datasetFrame } from './dataset-frame.ts';
import type { UploadFolders } from './upload-folders.ts';

/** Makes a dataset of the files in a folder, and gives its path. */
export type ImportFolder = (folder: string, name: string, context: WorkContext) => Promise<string>;

export interface ImportParts {
  readonly catalog: Pick<Catalog, 'add'>;
  readonly uploads: UploadFolders;
  readonly importFolder: ImportFolder;
}

/** Files that come from the page, and the import of them. */
export function addImportRoutes(app: Hono, { catalog, uploads, importFolder }: ImportParts): void {
  app.post(
    paths.upload,
    bodyLimit({ maxSize: UPLOAD_PIECE_BYTES, onError: refusePiece }),
    async (context) => {
      const { path, offset } = checkParams(uploadParams, context.req.query());
      const piece = new Uint8Array(await context.req.arrayBuffer());
      await uploads.write(context.req.param('upload'), path, offset, piece);
      return context.json({});
    },
  );

  app.post(paths.import, async (context) => {
    const upload = context.req.param('upload');
    const { name } = await readBody(context, importBody);
    const folder = uploads.folderOf(upload);
    return answerResponse(async (signal, onProgress) => {
      try {
        const path = await importFolder(folder, name, { signal, onProgress });
        return { made: datasetFrame(catalog.add(path)) };
      } finally {
        await uploads.discard(upload);
      }
    });
  });
}

function refusePiece(): never {
  throw new WeftError({
    code: 'BODY-TOO-LARGE',
    message: `a piece of a file may have at most ${UPLOAD_PIECE_BYTES} bytes`,
  });
}

import { once } from 'node:events';
import { constants, createGzip } from 'node:zlib';
import { ANSWER_TYPE, ARROW_TYPE, JSON_TYPE } from '@weft/protocol';
import type { MiddlewareHandler } from 'hono';

const COMPRESSED: ReadonlySet<string> = new Set([ANSWER_TYPE, ARROW_TYPE, JSON_TYPE]);
/** Smaller answers fit into a packet or two as they are. */
const SMALLEST = 2048;

/** Gzips data for clients that take it so; each piece goes out at once, so that progress is seen when it is made. */
export const compressAnswers: MiddlewareHandler = async (context, next) => {
  await next();
  const { res } = context;
  const type = (res.headers.get('content-type') ?? '').split(';')[0];
  const length = Number(res.headers.get('content-length') ?? SMALLEST);
  if (!res.body || !COMPRESSED.has(type) || length < SMALLEST) return;
  res.headers.append('vary', 'accept-encoding');
  if (!takesGzip(context.req.header('accept-encoding'))) return;
  const headers = new Headers(res.headers);
  headers.delete('content-length');
  headers.set('content-encoding', 'gzip');
  context.res = new Response(res.body.pipeThrough(gzipStream()), { status: res.status, headers });
};

function takesGzip(accepted: string | undefined): boolean {
  return (accepted ?? '').split(',').some((part) => /^\s*gzip\s*(;\s*q=(1|0\.\d*[1-9]).*)?$/.test(part));
}

function gzipStream(): TransformStream<Uint8Array, Uint8Array<ArrayBuffer>> {
  const gzip = createGzip({ level: 1, flush: constants.Z_SYNC_FLUSH });
  return new TransformStream({
    start: (controller) => {
      gzip.on('data', (piece: Buffer) => controller.enqueue(new Uint8Array(piece)));
      gzip.on('error', (error) => controller.error(error));
    },
    transform: (piece) => new Promise((resolve) => gzip.write(piece, () => resolve())),
    flush: async () => {
      const ended = once(gzip, 'end');
      gzip.end();
      await ended;
    },
  });
}
